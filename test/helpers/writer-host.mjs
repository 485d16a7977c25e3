// The store's writer thread in a process of its own; its messages go through. For tests that kill it.
import { Worker } from "node:worker_threads";

const worker = new Worker(process.argv[2]);
process.on("message", (message) => worker.postMessage(message));
worker.on("message", (message) => process.send(message));
