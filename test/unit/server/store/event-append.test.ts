import { expect, test } from "vitest";
import { EventAppender } from "../../../../src/server/store/postgres/event-append.ts";

const environment = "spc_1/development";

test("an environment's appends are kept apart while another server's come between", async () => {
  let before = 0;
  const database = { rows: async () => [{ before, places: [[1, 1]] }] };
  const environments = { get: async () => 1 };
  const appender = new EventAppender(database as never, environments as never);
  const event = {
    id: "e",
    name: "a/b",
    person: { kind: "known", id: "u" },
    time: 1,
    pairs: [],
    source: "sdk",
  };
  const append = async (already: number) => {
    before = already;
    await appender.append(environment, [{ receivedAt: 1, items: [{ kind: "event", event }] } as never]);
    return appender.apart(environment);
  };
  expect(await append(10)).toBe(0);
  expect(await append(11)).toBe(0);
  expect(await append(13)).toBeGreaterThan(0);
  expect(await append(14)).toBe(0);
});
