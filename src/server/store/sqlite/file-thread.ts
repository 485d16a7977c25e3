import type { FileDone, FileWork, FileWorks } from "./file-worker.ts";
import { startThread } from "./worker-entry.ts";

export const identityIn = inThread("identityIn");
export const copyDatabase = inThread("copyDatabase");
export const takeDatabase = inThread("takeDatabase");
export const countsOf = inThread("countsOf");
export const readyCopy = inThread("readyCopy");
export const takeSessions = inThread("takeSessions");
export const lookAtDatabase = inThread("lookAtDatabase");

/**
 * Work on a whole database file, each in a thread of its own that is gone once it is done. In the thread that goes on, libsql would
 * leave a closed file open until its statements are collected: its log stays beside it, whoever opens the file under another name would
 * share the index of a log that lies under the old one, and Windows does not let it be moved. It also takes as long as the file is big.
 */
function inThread<N extends keyof FileWorks>(
  name: N,
): (...asked: Parameters<FileWorks[N]>) => Promise<Awaited<ReturnType<FileWorks[N]>>> {
  return (...asked) =>
    new Promise((resolve, reject) => {
      const thread = startThread("store-files", { workerData: { name, asked } satisfies FileWork<N> });
      let done: FileDone = { failed: new Error("its thread ended") };
      thread.on("message", (said: FileDone) => {
        done = said;
      });
      thread.on("error", (failed) => {
        done = { failed };
      });
      thread.once("exit", () => {
        if ("failed" in done) reject(done.failed);
        else resolve(done.answer as Awaited<ReturnType<FileWorks[N]>>);
      });
    });
}
