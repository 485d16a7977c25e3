import { parentPort, workerData } from "node:worker_threads";
import {
  copyDatabase,
  countsOf,
  identityIn,
  lookAtDatabase,
  readyCopy,
  takeDatabase,
  takeSessions,
} from "./database-copy.ts";

const works = { identityIn, copyDatabase, takeDatabase, countsOf, readyCopy, takeSessions, lookAtDatabase };
export type FileWorks = typeof works;

/** What a thread of this kind is started with, and says before it ends. */
export interface FileWork<N extends keyof FileWorks = keyof FileWorks> {
  readonly name: N;
  readonly asked: Parameters<FileWorks[N]>;
}
export type FileDone = { readonly answer: unknown } | { readonly failed: Error };

async function done({ name, asked }: FileWork): Promise<FileDone> {
  try {
    return { answer: await (works[name] as (...asked: readonly unknown[]) => unknown)(...asked) };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { failed: Object.assign(new Error(message), { code }) };
  }
}

void done(workerData as FileWork).then((said) => parentPort?.postMessage(said));
