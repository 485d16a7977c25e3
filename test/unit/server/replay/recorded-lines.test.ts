import { describe, expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { recordedLines } from "../../../../src/server/replay/recorded-lines.ts";
import type { Recorded } from "../../../../src/server/replay/replay-recording.ts";
import { allOf, inTurn } from "./recorded.ts";

const time = "2026-01-10T12:00:00.000Z";
const right = { name: "movie/watched", time, userId: "ana" };

async function read(lines: readonly (object | string | null)[]): Promise<(Recorded | null)[]> {
  const texts = lines.map((line) =>
    line === null || typeof line === "string" ? line : JSON.stringify(line),
  );
  return allOf(recordedLines(inTurn(texts)));
}

async function errorsOf(lines: readonly (object | string | null)[]) {
  const problem = await read(lines).catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error("it was taken");
  expect(problem.code).toBe("invalid-body");
  return problem.errors ?? [];
}

describe("a line", () => {
  test("is an event as it is exported, whatever else it says", async () => {
    const exported = {
      ...right,
      id: "e1",
      sequence: 7,
      receivedAt: "2026-01-10T12:00:01.000Z",
      sessionId: "ses_1",
      experienceId: "exp_1",
      metadata: { pair1: { key: "genre", value: "drama" } },
      source: "segment",
      sdk: { name: "ios", version: "1" },
      status: "accepted",
      original: { type: "track" },
    };
    expect(await read([exported])).toEqual([
      {
        receivedAt: Date.parse(time) + 1000,
        name: "movie/watched",
        time: Date.parse(time),
        person: { kind: "known", id: "ana" },
        sessionId: "ses_1",
        experienceId: "exp_1",
        pairs: [{ key: "genre", value: "drama" }],
      },
    ]);
  });

  test("may say as little as who did what when", async () => {
    expect(await read([{ name: "a/b", time, anonymousId: "v1" }, "", "  \r"])).toEqual([
      {
        receivedAt: Date.parse(time),
        name: "a/b",
        time: Date.parse(time),
        person: { kind: "visitor", id: "v1" },
        sessionId: null,
        experienceId: null,
        pairs: [],
      },
    ]);
  });

  test("of a refused event is passed over, however wrong it is", async () => {
    expect(await read([{ status: "rejected", name: "no name", time: "never" }])).toEqual([null]);
  });

  test.each([
    ["{cut off", "is not JSON: a recording has one event a line"],
    [null, "is not UTF-8"],
    ["7", "the event must be an object"],
    [{ ...right, name: "movie" }, "/name must be <group>/<action>"],
    [{ ...right, time: "yesterday" }, "/time must be an RFC 3339 time"],
    [{ ...right, time: "9999-12-31T23:59:59-10:00" }, "/time must be an RFC 3339 time"],
    [{ ...right, receivedAt: 5 }, "/receivedAt must be"],
    [{ ...right, userId: "" }, "/userId must not be empty"],
    [{ ...right, userId: undefined }, "needs a userId or an anonymousId"],
    [{ ...right, name: "system/boot" }, '/name is in "system", the SDK\'s own group'],
    [{ ...right, metadata: { pair4: { key: "a", value: "b" } } }, "/metadata/pair4 is not known here"],
    [
      { ...right, name: "", time: "" },
      "/name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'; /time must be",
    ],
  ])("is refused with its number: %j", async (line, detail) => {
    const errors = await errorsOf([right, "", line, right]);
    expect(errors).toEqual([{ path: "/3", detail: expect.stringContaining(detail) }]);
  });
});

test("wrong lines are all named, the first twenty of them, and nothing after the first is given", async () => {
  const given: unknown[] = [];
  const lines = [JSON.stringify(right), ...Array.from({ length: 30 }, () => "x"), JSON.stringify(right)];
  const all = (async () => {
    for await (const one of recordedLines(inTurn(lines))) given.push(one);
  })();
  await expect(all).rejects.toMatchObject({ errors: { length: 20, 0: { path: "/2" }, 19: { path: "/21" } } });
  expect(given).toHaveLength(1);
});
