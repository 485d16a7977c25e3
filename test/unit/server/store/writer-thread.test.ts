import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { startEarly, writerThread } from "../../../../src/server/store/sqlite/writer-thread.ts";

const ended = (thread: Worker) => new Promise((resolve) => thread.once("exit", resolve));

test("a thread that is started early is taken once, by whoever opens next", async () => {
  startEarly();
  startEarly();
  // Threads are numbered as they start.
  const between = new Worker("", { eval: true });
  const early = writerThread();
  const other = writerThread();
  expect(early.threadId).toBeLessThan(between.threadId);
  expect(other.threadId).toBeGreaterThan(between.threadId);
  // Both wait for what they are to open.
  for (const thread of [early, other]) thread.postMessage({ type: "close" });
  await Promise.all([early, other].map(ended));
});
