import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

type ThreadName = "store-writer" | "store-reader" | "store-scanner" | "store-files";

/**
 * Starts a thread of the store. A thread whose message can't be read is ended, since nobody else would tell those who wait for
 * its answer.
 */
export function startThread(name: ThreadName, options: WorkerOptions): Worker {
  const thread = new Worker(workerEntry(name), options);
  // Not `terminate`: within a call of libsql's it ends the whole process.
  thread.on("messageerror", () => thread.postMessage({ type: "close" }));
  return thread;
}

/** Within such a thread: a message that can't be read ends it. */
export function raise(error: Error): never {
  throw error;
}

/** The built worker's file: beside this module in a bundle, a folder up from a chunk, in out/main when run from source. */
export function workerEntry(name: ThreadName): string {
  const places = [`./${name}.cjs`, `../${name}.cjs`, `../../../../out/main/${name}.cjs`];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name}.cjs is not built; run "npm run build"`);
  return found;
}
