import { describe, expect, test } from "vitest";
import type { Replay } from "../../../../src/core/replay.ts";
import { planOf, type ReplayThing } from "../../../../src/renderer/events/replay/replay-plan.ts";
import {
  endWords,
  missingWords,
  needsPrefix,
  paceWords,
  progressWords,
  running,
  saidWords,
  stretch,
} from "../../../../src/renderer/events/replay/replay-words.ts";
import { replayOf } from "../fakes.ts";

test.each([
  [0, "less than a second"],
  [42_300, "42 s"],
  [59_700, "1 min"],
  [134_000, "2 min 14 s"],
  [3_780_000, "1 h 3 min"],
  [7_200_000, "2 h"],
])("%i ms are %s", (ms, want) => expect(stretch(ms)).toBe(want));

test.each([
  [-5, "0:00"],
  [42_999, "0:42"],
  [723_000, "12:03"],
  [3_729_000, "1:02:09"],
])("%i ms run as %s", (ms, want) => expect(running(ms)).toBe(want));

test.each<[number | null, Replay["speed"], string]>([
  [42_000, 1, "As fast as they came. It takes 42 s."],
  [42_000, 10, "10 times as fast as they came. It takes 4 s."],
  [null, 60, "60 times as fast as they came."],
  [42_000, "max", "One after the other, as fast as they are taken."],
])("%s ms at %s", (length, speed, want) => expect(paceWords(length, speed)).toBe(want));

const startedAt = "2026-11-20T14:32:06.000Z";
const state = (some: Partial<Replay>, forgotten = false) => ({
  replay: replayOf(some),
  forgotten,
  problem: null,
});

describe("a replay that runs", () => {
  test.each<[string, Partial<Replay>, string]>([
    ["with a pace", {}, "45 of 134 events, 10×, 12 s left"],
    ["at once", { speed: "max" }, "45 of 134 events, at once"],
    ["that waits", { detail: "Ingestion is paused." }, "45 of 134 events, 10×"],
    ["past its end", { endsAt: startedAt }, "45 of 134 events, 10×"],
  ])("%s", (_name, some, want) => expect(progressWords(replayOf(some), Date.parse(startedAt))).toBe(want));

  test("is read aloud once, not with each event", () => {
    expect(saidWords(state({ played: 1 }))).toBe("Replaying 134 events.");
    expect(saidWords(state({ played: 2 }))).toBe("Replaying 134 events.");
    expect(saidWords({ replay: null, forgotten: false, problem: null })).toBe("");
  });
});

test.each<[string, ReturnType<typeof state>, string | null]>([
  ["runs", state({}), null],
  ["is done", state({ state: "done", played: 134 }), "Replayed 134 events."],
  [
    "left some out",
    state({ state: "done", played: 134, skipped: 2 }),
    "Replayed 134 events. 2 refused ones were left out.",
  ],
  ["was stopped", state({ state: "stopped" }), "Stopped after 45 of 134 events."],
  [
    "failed",
    state({ state: "failed", detail: "The disk is full." }),
    "The replay ended after 45 of 134 events. The disk is full.",
  ],
  [
    "is forgotten",
    state({}, true),
    "The server stopped, and the replay with it, after about 45 of 134 events.",
  ],
])("of one that %s", (_name, given, want) => expect(endWords(given)).toBe(want));

describe("what is missing", () => {
  const fresh = planOf({}, "spc_1");
  const list = (status?: "rejected"): ReplayThing => ({
    kind: "list",
    place: { spaceId: "spc_1", environment: "staging" },
    filter: { status },
  });
  const some = { events: 3, length: 1000 };
  test.each<[string, Parameters<typeof missingWords>, string | RegExp | null]>([
    ["nothing", [fresh, list(), some], null],
    ["nothing, where it was not counted", [fresh, list(), { events: null, length: null }], null],
    ["a recording", [{ ...fresh, kind: "recording" }, null, some], /^Record something first/],
    ["a file", [{ ...fresh, kind: "file" }, null, some], "Choose a file first."],
    ["an accepted event", [fresh, list("rejected"), some], /refused events/],
    ["any event", [fresh, list(), { events: 0, length: null }], /^There is nothing to replay/],
    ["a prefix", [{ ...fresh, people: "others", prefix: " " }, list(), some], needsPrefix],
  ])("%s", (_name, given, want) => {
    const words = missingWords(...given);
    if (want instanceof RegExp) expect(words).toMatch(want);
    else expect(words).toBe(want);
  });
});
