import { describe, expect, it, vi } from "vitest";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { readFilter, readNameFilter, writeFilter } from "../../../../src/renderer/events/event-filter.ts";
import { rowStepKeys } from "../../../../src/renderer/parts/row-step.ts";
import { currentRate } from "../../../../src/renderer/parts/Spark.tsx";
import { createSessionStore, openSession, roleIn } from "../../../../src/renderer/stores/session-store.ts";

const answering = (...answers: readonly { body: unknown; status?: number }[]) => {
  const left = [...answers];
  return createClient({}, (async () => {
    const next = left.shift() ?? { body: {}, status: 500 };
    return Response.json(next.body, { status: next.status ?? 200 });
  }) as typeof fetch);
};

describe("name filter", () => {
  it.each([
    ["movie/watched", "movie/watched"],
    ["movie/*", "movie/*"],
    ["  movie  ", "movie/*"],
    ["movie/", null],
    ["*/watched", null],
    ["a b", null],
    ["", null],
  ])("reads %j as %j", (given, want) => {
    expect(readNameFilter(given)).toBe(want);
  });

  it("survives the address", () => {
    const filter = { name: "movie/*", status: "rejected" as const };
    expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
    expect(writeFilter({})).toBe("");
  });
});

describe("session", () => {
  it.each([
    ["signed in", { given: { body: { account: {}, organizations: [] } }, want: "signed-in" }],
    ["signed out", { given: { body: { status: 401 }, status: 401 }, want: "signed-out" }],
    ["failed", { given: { body: {}, status: 500 }, want: "failed" }],
  ])("opens as %s", async (_, { given, want }) => {
    const store = createSessionStore();
    await openSession(store, () => answering(given).call("getMe"));
    expect(store.getState().phase).toBe(want);
  });

  it("reads an Organization that is not one's own as a viewer's", () => {
    const me = {
      account: { id: "a", name: "A", email: null },
      organizations: [],
      workspaceRole: null,
      hasPassphrase: false,
    };
    expect(roleIn(me, "org_1")).toBe("viewer");
  });
});

it.each([
  [[], 0],
  [[0, 0, 0, 10, 20, 30, 40, 50], 30],
  [[4], 4],
])("takes the rate of %j as %d a second", (given, want) => {
  expect(currentRate(given)).toBe(want);
});

it.each([
  ["ArrowDown", { from: -1, want: 0 }],
  ["ArrowUp", { from: 0, want: 0 }],
  ["ArrowDown", { from: 9, want: 9 }],
  ["PageDown", { from: 2, want: 7 }],
  ["End", { from: 2, want: 9 }],
  ["Home", { from: 2, want: 0 }],
  ["x", { from: 2, want: null }],
])("%s leads to a row", (key, { from, want }) => {
  const place = { current: from, total: 10, pageRows: 5 };
  const go = vi.fn();
  rowStepKeys(() => place, go)
    .find(({ keys }) => keys.includes(key))
    ?.run(undefined);
  expect(go.mock.calls[0]?.[0] ?? null).toBe(want);
});
