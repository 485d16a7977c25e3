// The store's own threads, driven without a server: the quickest way to a data.db of a given size, and to what a query costs.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { here } from "./programs.mjs";

async function askOf(worker, message) {
  worker.postMessage(message);
  const [answer] = await once(worker, "message");
  return answer;
}

/** The writer of a data.db: `work` does one transaction of jobs. */
export async function openWriter(path) {
  const worker = new Worker(here("../../out/main/store-writer.cjs"));
  await askOf(worker, { type: "open", path, mayMake: true });
  return {
    work: async (jobs) => {
      const message = await askOf(worker, { type: "work", jobs: JSON.stringify(jobs) });
      if (message.type !== "worked") throw new Error(message.message);
      return message.answers;
    },
    close: async () => {
      await askOf(worker, { type: "close" });
      await worker.terminate();
    },
  };
}

/** The reader of a data.db that a writer has made. */
export function openReader(path) {
  const worker = new Worker(here("../../out/main/store-reader.cjs"));
  worker.postMessage({ type: "open", path });
  return {
    read: async (name, query) => {
      const asked = JSON.stringify([{ id: 1, name, query }]);
      const [{ answer, failed }] = JSON.parse((await askOf(worker, { type: "ask", asked })).answers);
      if (failed !== undefined) throw new Error(failed);
      return answer;
    },
    close: async () => {
      await askOf(worker, { type: "close" });
      await worker.terminate();
    },
  };
}

/** An event as the writer takes it; `pairs` are lists of a key and a value. */
export const eventItem = ({ id, name, person, time, pairs }) => ({
  kind: "event",
  event: {
    id,
    name,
    person: { kind: "known", id: person },
    time,
    sessionId: null,
    experienceId: null,
    pairs: pairs.map(([key, value]) => ({ key, value })),
    source: "sdk",
    sdk: { name: "browser", version: "1.0.0" },
  },
});

/** Writes `count` things that `make` gives, `size` of them a transaction. */
export async function writeAll(writer, count, size, make) {
  for (let from = 0; from < count; from += size) {
    const items = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index);
    await writer.work([make(items)]);
  }
}
