import { expect, test, vi } from "vitest";
import { People } from "../../../../src/server/targeting/people.ts";
import { RecentMatches } from "../../../../src/server/targeting/recent-matches.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const person = { kind: "known", id: "ana" } as const;
const selector = { key: "a/b", name: "a/b", where: [] };

test("what was read of the whole log is not read again, though what memory knows begins anew meanwhile", async () => {
  const recent = new RecentMatches(async () => 0);
  const tests = new Map([["a/b", [{ key: "a/b", matches: () => true }]]]);
  const page = (after: number, through: number) =>
    recent.note({ environment, after, through, accepted: [], stored: () => [] }, tests);
  page(10, 11);
  // Another server has appended 20 events, and this one then another.
  const times = vi.fn(async () => {
    page(31, 32);
    return { through: 11, last: 11, times: [[5]] };
  });
  const people = new People({ rules: { times } } as never, recent);
  const found = await people.history(environment, person, { selectors: [selector] } as never, 40);
  expect(found.through).toBe(11);
  expect(found.history.count("a/b", 0, 40)).toBe(1);
  expect(times).toHaveBeenCalledOnce();
});
