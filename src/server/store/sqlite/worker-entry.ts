import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

type ThreadName = "store-writer" | "store-reader" | "store-scanner";

/** Starts a thread of the store. One whose message can't be read ends: who waits for its answer would wait for good. */
export function startThread(name: ThreadName, options: WorkerOptions): Worker {
  const thread = new Worker(workerEntry(name), options);
  // Not `terminate`: in the middle of a call of libsql's that takes the whole process along.
  thread.on("messageerror", () => thread.postMessage({ type: "close" }));
  return thread;
}

/** In such a thread: what can't be read ends it. */
export function raise(error: Error): never {
  throw error;
}

/** The built worker's file: beside this module in a bundle, a folder up from a chunk, in out/main when run from source. */
export function workerEntry(name: ThreadName): string {
  const places = [`./${name}.js`, `../${name}.js`, `../../../../out/main/${name}.js`];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name}.js is not built; run "npm run build"`);
  return found;
}
