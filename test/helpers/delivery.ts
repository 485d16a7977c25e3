import { beforeEach, vi } from "vitest";
import { Client } from "../../src/sdk/browser/client.ts";
import { fakePageForEach, fallbacks, pass, type Reply } from "./fake-page.ts";

/** A fresh page for each test whose events are watched on their way, tried again after the same waits each time. */
export function deliveryForEach() {
  const page = fakePageForEach();
  const open = () => new Client({ apiKey: "us_dev_1", fallbacks });
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0.5));
  return {
    page,
    open,
    start: async (userId?: string) => {
      const { session } = open();
      void session.start(userId === undefined ? {} : { userId });
      await pass(10);
      return session;
    },
    track: (session: { track(name: string): void }, count: number, group = "n") => {
      for (let index = 0; index < count; index += 1) session.track(`${group}/${index}`);
    },
    /** Each batch that was sent. */
    batches: () => page().to(/events$/),
    names: () => page().sent.map(({ name }) => name),
    storedEvents: () => [...page().stored.keys()].filter((name) => name.includes(":event:")),
    failing: (reply: Reply | null) => {
      page().onEvents = () => reply;
    },
  };
}
