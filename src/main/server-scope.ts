import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<"server">();

/** Runs work of the server's. What follows from it counts as the server's: its requests, timers and watchers too. */
export const inServer = <T>(work: () => T): T => scope.run("server", work);

/** Whether what runs now follows from the server's work; in an `uncaughtException` handler, whether the exception does. */
export const isServersWork = (): boolean => scope.getStore() === "server";

/** Runs work of the shell's own, whatever it was called by. */
export const outsideServer = <T>(work: () => T): T => scope.exit(work);
