import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import type { PersonRef } from "../../../../src/core/refs.ts";
import { PeopleFollower } from "../../../../src/server/sessions/people-follower.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const ana: PersonRef = { kind: "known", id: "ana" };
const ben: PersonRef = { kind: "known", id: "ben" };

/** What a store would say, and what was told of it. */
function follow(hears: (person: PersonRef | null) => void = () => undefined) {
  const says = { mark: 5, people: [ana] as readonly PersonRef[] | null };
  const asked: (readonly [after: number, through: number])[] = [];
  const told: (PersonRef | null)[] = [];
  const marks = vi.fn(() => Promise.resolve([says.mark]));
  const follower = new PeopleFollower(
    {
      marks,
      changed: ({ after, through }) => {
        asked.push([after, through]);
        return Promise.resolve(says.people);
      },
    },
    (_, person) => {
      told.push(person);
      hears(person);
    },
  );
  return { says, asked, told, marks, follower };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("tells of changes since it is watched, each once, and asks for none where the mark stands still", async () => {
  const { says, asked, told, follower } = follow();
  const unwatch = await follower.watch(environment);
  await pass(600);
  expect(asked).toEqual([]);
  says.mark = 7;
  await pass(600);
  expect(asked).toEqual([[5, 7]]);
  expect(told).toEqual([ana]);
  unwatch();
});

test("a look that fails by a fault of ours says so in the log, and the next one goes on", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { says, told, marks, follower } = follow();
  const unwatch = await follower.watch(environment);
  says.mark = 7;
  marks.mockRejectedValueOnce(new TypeError("no marks"));
  await pass(600);
  expect(told).toEqual([ana]);
  expect(said.mock.calls.map(([text]) => String(text).split("\n")[0])).toEqual(["TypeError: no marks"]);
  said.mockRestore();
  unwatch();
});

test("after a change of many it looks again a second later", async () => {
  const { says, told, follower } = follow();
  const unwatch = await follower.watch(environment);
  says.people = null;
  for (let at = 0; at < 30; at += 1) {
    says.mark += 1;
    await pass(100);
  }
  expect(told).toEqual([null, null, null]);
  says.people = [ana];
  await pass(1_200);
  expect(told).toEqual([null, null, null, ana]);
  unwatch();
});

test("a look that failed is made up for by the next one", async () => {
  const { says, told, marks, follower } = follow();
  const unwatch = await follower.watch(environment);
  says.mark = 6;
  marks.mockRejectedValueOnce(new Problem("busy", "The store is busy."));
  await pass(200);
  expect(told).toEqual([]);
  await pass(200);
  expect(told).toEqual([ana]);
  unwatch();
});

test("a fault of a listener is said in the log once, and keeps nothing from the others", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { says, told, follower } = follow((person) => {
    if (person === ana) throw new TypeError("a fault of ours");
  });
  says.people = [ana, ben];
  const unwatch = await follower.watch(environment);
  says.mark = 6;
  await pass(600);
  expect(said.mock.calls.map(([text]) => String(text).split("\n")[0])).toEqual([
    "TypeError: a fault of ours",
  ]);
  expect(told).toEqual([ana, ben]);
  said.mockRestore();
  unwatch();
});

test("a hint has it look at once, not many times one after the other", async () => {
  const { says, told, marks, follower } = follow();
  expect(follower.onHint(environment)).toBe(false);
  const unwatch = await follower.watch(environment);
  for (let at = 0; at < 3; at += 1) {
    says.mark += 1;
    expect(follower.onHint(environment)).toBe(true);
    await pass(0);
  }
  expect(told).toEqual([ana]);
  expect(marks).toHaveBeenCalledTimes(2);
  await pass(200);
  expect(told).toEqual([ana, ana]);
  unwatch();
});

test("looks no more once nobody watches", async () => {
  const { marks, follower } = follow();
  const [one, other] = [await follower.watch(environment), await follower.watch(environment)];
  one();
  one();
  await pass(200);
  expect(marks).toHaveBeenCalledTimes(3);
  other();
  await pass(1_000);
  expect(marks).toHaveBeenCalledTimes(3);
});
