import { describe, expect, test } from "vitest";
import type { ReplayOptions } from "../../../../src/core/replay.ts";
import { dueAfter, lengthOf, playedEvent, shiftOf } from "../../../../src/server/replay/replay-times.ts";
import { began, recorded } from "./recorded.ts";

const now = Date.parse("2026-06-01T00:00:00.000Z");
const day = 86_400_000;

/** What each event's time becomes, and when it is played, both in ms after the start at `now`. */
function playAll(offsets: readonly number[], speed: ReplayOptions["speed"], isFrozen = false) {
  const lastReceived = began + Math.max(...offsets);
  const received = { firstReceived: began + (offsets[0] ?? 0), lastReceived };
  const shift = shiftOf("moved", received, isFrozen ? now : now + lengthOf(received, speed));
  let due = 0;
  return offsets.map((offset) => {
    const event = playedEvent(recorded(offset), "evt_1", shift);
    // They are played in order: what is due before the one before it comes with it.
    due = Math.max(due, dueAfter(began + offset, received, speed));
    return { time: event.time - now, due };
  });
}

const inOrder = [0, 1, 1500, day, 7 * day + 7];
const setBack = [1000, 5000, 0, 4000, 9001];

describe.each([
  ["in order", inOrder],
  ["by a clock that was set back", setBack],
  ["one alone", [0]],
])("events received %s", (_name, offsets) => {
  test.each([[1], [3], [10], [1000], ["max" as const]])(
    "at speed %s keep their spacing, and none lies in the future",
    (speed) => {
      const played = playAll(offsets, speed);
      const first = played[0]?.time ?? 0;
      expect(played.map(({ time }) => time - first)).toEqual(
        offsets.map((offset) => offset - (offsets[0] ?? 0)),
      );
      for (const { time, due } of played) expect(time).toBeLessThanOrEqual(due);
      expect(Math.max(...played.map(({ time, due }) => time - due))).toBeGreaterThan(-1);
    },
  );

  test("with a frozen clock lie before it, the latest at it", () => {
    expect(Math.max(...playAll(offsets, 10, true).map(({ time }) => time))).toBe(0);
  });
});

test("at speed 1 each happens as it is played", () => {
  expect(playAll(inOrder, 1).map(({ time, due }) => time - due)).toEqual([0, 0, 0, 0, 0]);
});

test("a tenth of the pauses at speed 10, none at max", () => {
  expect(playAll(inOrder, 10).map(({ due }) => due)).toEqual([0, 0.1, 150, day / 10, (7 * day + 7) / 10]);
  expect(playAll(inOrder, "max").map(({ due }) => due)).toEqual([0, 0, 0, 0, 0]);
});

test("kept times are not moved", () => {
  expect(shiftOf("kept", { firstReceived: began, lastReceived: began }, now)).toBe(0);
});

test("what is played is new, and otherwise as it was", () => {
  const event = recorded(5, {
    sessionId: "ses_1",
    experienceId: "exp_1",
    person: { kind: "visitor", id: "v1" },
    pairs: [{ key: "genre", value: "drama" }],
  });
  expect(playedEvent(event, "evt_1", 100)).toEqual({
    id: "evt_1",
    name: "movie/watched",
    time: began + 105,
    person: { kind: "visitor", id: "v1" },
    sessionId: "ses_1",
    experienceId: "exp_1",
    pairs: [{ key: "genre", value: "drama" }],
    source: "replay",
    sdk: null,
  });
});

test("a prefix makes other people and sessions of them, and nothing of no session", () => {
  const other = playedEvent(recorded(0, { sessionId: "ses_1" }), "evt_1", 0, "again-");
  expect([other.person, other.sessionId]).toEqual([{ kind: "known", id: "again-ana" }, "again-ses_1"]);
  expect(playedEvent(recorded(0), "evt_1", 0, "again-").sessionId).toBeNull();
});
