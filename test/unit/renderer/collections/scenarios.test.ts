import { describe, expect, it } from "vitest";
import {
  addRow,
  changeRow,
  changeWords,
  copyRow,
  freeName,
  insertRow,
  moveRow,
  type Row,
  rowChanges,
  takesAll,
  withoutRow,
} from "../../../../src/renderer/model/scenario-rows.ts";
import {
  hoursWords,
  instantOf,
  newSchedule,
  normalDays,
  scheduleWords,
  wallTime,
} from "../../../../src/renderer/model/schedule-words.ts";
import { sortAnnouncements } from "../../../../src/renderer/parts/Sortable.tsx";
import { copyName } from "../../../../src/renderer/text/too-long.ts";
import { defaultRow, row } from "./fakes.ts";

const rows = () => [row("a"), row("b"), row("c"), defaultRow()];
const ids = (all: readonly Row<string>[]) => all.map(({ id }) => id).join("");

describe("scenarios", () => {
  it.each([
    ["a", 1, "bacz"],
    ["a", 2, "bcaz"],
    ["c", 0, "cabz"],
    ["a", 3, "abcz"],
    ["a", -1, "abcz"],
    ["z", 0, "abcz"],
    ["nope", 0, "abcz"],
  ])("moving %s to place %i gives %s", (id, to, want) => {
    expect(ids(moveRow(rows(), id, to))).toBe(want);
  });

  it("grow right before the default, and serve what it serves", () => {
    const made = addRow(rows());
    expect(made.rows.map(({ name }) => name)).toEqual(["A", "B", "C", "New scenario", "Z"]);
    expect(made.rows[3]).toMatchObject({ id: made.id, rollout: 100, schedule: null, serve: "z" });
    expect(made.id).toMatch(/^scn_[0-9A-Za-z]{16}$/);
  });

  it("are copied right behind themselves, with an id of their own", () => {
    const made = copyRow(rows(), "b");
    expect(made?.rows.map(({ name }) => name)).toEqual(["A", "B", "B copy", "C", "Z"]);
    expect(new Set(made?.rows.map(({ id }) => id)).size).toBe(5);
  });
  it("copied from the default stand before it, for everyone", () => {
    const made = copyRow(rows(), "z");
    expect(made?.rows.map(({ name }) => name)).toEqual(["A", "B", "C", "Z copy", "Z"]);
    expect(made?.rows[3]?.audience).toEqual({ kind: "everyone", anyOf: [], noneOf: [] });
  });

  it("go, but for the default, and come back where they were", () => {
    expect(ids(withoutRow(rows(), "b"))).toBe("acz");
    expect(ids(withoutRow(rows(), "z"))).toBe("abcz");
    expect(ids(insertRow(withoutRow(rows(), "b"), row("b"), 1))).toBe("abcz");
    expect(ids(insertRow([defaultRow()], row("b"), 7))).toBe("bz");
  });

  it("change by themselves", () => {
    expect(changeRow(rows(), "b", () => ({ rollout: 5 })).map(({ rollout }) => rollout)).toEqual([
      100,
      5,
      100,
      undefined,
    ]);
  });

  it("get names that are free", () => {
    expect(freeName([{ name: "A" }], "B")).toBe("B");
    expect(freeName([{ name: "A" }, { name: "A 2" }], "A")).toBe("A 3");
    const longest = "🎭".repeat(200);
    const copy = copyName(longest);
    expect([copy, freeName([{ name: copy }], copy)]).toEqual([
      `${"🎭".repeat(195)} copy`,
      `${"🎭".repeat(195)} co 2`,
    ]);
  });
});

describe("what differs from what is served", () => {
  it.each([
    ["nothing", rows(), { a: null, b: null, c: null, z: null }],
    [
      "a value",
      [row("a", { rollout: 5 }), row("b"), row("c"), defaultRow()],
      { a: "changed", b: null, c: null, z: null },
    ],
    ["an order", [row("b"), row("a"), row("c"), defaultRow()], { b: "moved", a: "moved", c: null, z: null }],
    ["a new one", [row("n"), ...rows()], { n: "new", a: null, b: null, c: null, z: null }],
    ["one that went", [row("a"), row("c"), defaultRow()], { a: null, c: null, z: null }],
  ])("%s", (_, draft, want) => {
    expect(Object.fromEntries(rowChanges(draft, rows()))).toEqual(want);
  });
  it("is said with the version", () => {
    expect(changeWords("changed", 12)).toBe("changed since version 12");
    expect(changeWords("new", 12)).toBe("not in version 12");
    expect(changeWords(null, 12)).toBe("");
  });
});

describe("times in a zone", () => {
  it.each([
    ["2026-12-04T18:00", "Europe/Berlin", "2026-12-04T17:00:00.000Z"],
    ["2026-07-04T18:00", "Europe/Berlin", "2026-07-04T16:00:00.000Z"],
    ["2026-12-04T18:00", "Asia/Kolkata", "2026-12-04T12:30:00.000Z"],
    ["2026-12-04T18:00", "UTC", "2026-12-04T18:00:00.000Z"],
    // Twice: the first. Never: the moment after the skip.
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["", "UTC", null],
  ])("%s in %s is %s", (wall, zone, want) => {
    expect(instantOf(wall, zone)).toBe(want);
  });
  it("are shown as those clocks show them", () => {
    expect(wallTime("2026-12-04T17:00:00Z", "Europe/Berlin")).toBe("2026-12-04T18:00");
  });
});

describe("schedules in words", () => {
  const always = { from: null, until: null, days: [], hours: null, timeZone: "UTC" };
  it("say only what they limit", () => {
    expect(scheduleWords(always)).toBe("at any time");
    expect(scheduleWords({ ...always, days: ["fri", "sat"], hours: { from: "18:00", to: "23:30" } })).toBe(
      "on Fr, Sa, 18:00 to 23:30 (UTC)",
    );
  });
  it("say that hours go over midnight", () => {
    expect(hoursWords({ from: "22:00", to: "02:00" })).toBe("22:00 to 02:00 the next day");
  });
  it("have their days in the week's order; all of them are none", () => {
    expect(normalDays(["sun", "mon", "sun"])).toEqual(["mon", "sun"]);
    expect(normalDays(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])).toEqual([]);
  });
});

it("reads aloud what is taken hold of, where it is, and where it was put", () => {
  const say = sortAnnouncements(["a", "b", "c"], (id) => id.toUpperCase());
  const at = (active: string, over: string | null) =>
    ({ active: { id: active }, over: over === null ? null : { id: over } }) as never;
  expect(say.onDragStart(at("a", null))).toBe("Took hold of A, at place 1 of 3.");
  expect(say.onDragOver(at("a", "c"))).toBe("A is at place 3 of 3.");
  expect(say.onDragEnd(at("a", "b"))).toBe("Put A at place 2 of 3.");
  expect(say.onDragCancel(at("a", "b"))).toBe("A stays at place 1 of 3.");
});

describe("a row that takes everyone", () => {
  it.each([
    ["for everyone, always", {}, true],
    ["for some only", { audience: { kind: "users", anyOf: [], noneOf: [] } }, false],
    ["but for a Tribe", { audience: { kind: "everyone", anyOf: [], noneOf: ["trb_a"] } }, false],
    ["for a part", { rollout: 99.99 }, false],
    ["at certain times", { schedule: newSchedule("UTC") }, false],
  ] as const)("%s", (_what, more, want) => {
    expect(takesAll(row("a", more as never))).toBe(want);
  });
});
