import { expect, test } from "vitest";
import { deciding } from "../../../../src/server/population/deciding.ts";
import type { PeopleWalk, WalkQuery } from "../../../../src/server/population/people-walk.ts";

/** What is read of so many people, where at most 4 are to be. */
function readOf(users: number, visitors: number) {
  const asked: WalkQuery[] = [];
  const people = (query: WalkQuery) => {
    asked.push(query);
    return (async function* () {})();
  };
  const walk = { users, visitors, people } as unknown as PeopleWalk;
  const { of, sampled } = deciding(walk, { contents: [], tribes: [], now: 0, most: 4 });
  return { of, sampled, every: asked.map(({ every }) => every) };
}

test.each([
  [0, 0, { of: 0, sampled: false, every: [1] }],
  [2, 2, { of: 4, sampled: false, every: [1] }],
  [3, 2, { of: 5, sampled: true, every: [2] }],
  [0, 8, { of: 8, sampled: true, every: [2] }],
  [8, 1, { of: 9, sampled: true, every: [3] }],
])("reads all of %i users and %i visitors, or as many as are allowed", (users, visitors, read) => {
  expect(readOf(users, visitors)).toEqual(read);
});
