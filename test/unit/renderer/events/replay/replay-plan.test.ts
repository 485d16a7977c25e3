import { describe, expect, test } from "vitest";
import type { EventPage } from "../../../../../src/core/event.ts";
import { createClient } from "../../../../../src/renderer/api/client.ts";
import type { Recording } from "../../../../../src/renderer/events/replay/recordings.ts";
import { measure } from "../../../../../src/renderer/events/replay/replay-measure.ts";
import {
  changePlan,
  createReplayPlans,
  optionsOf,
  planOf,
  type ReplayPlan,
  type ReplayThing,
  readRecordedFile,
  sourceOf,
  thingOf,
} from "../../../../../src/renderer/events/replay/replay-plan.ts";
import { eventNo } from "../../fakes.ts";

const fresh = planOf({}, "spc_1");
const plan = (some: Partial<ReplayPlan>): ReplayPlan => ({ ...fresh, ...some });
const recording = (id: string): Recording => ({
  id,
  spaceId: "spc_1",
  environment: "production",
  after: 40,
  before: 49,
  startedAt: "2026-11-20T14:32:06.240Z",
  stoppedAt: "2026-11-20T14:33:06.240Z",
  events: 8,
});
const list = {
  place: { spaceId: "spc_1", environment: "staging" },
  filter: { name: "movie/*", status: "accepted" },
} as const;
const choices = { recordings: [recording("new"), recording("old")], list };

test("a plan is kept for each Space", () => {
  const plans = createReplayPlans();
  changePlan(plans, "spc_1", { speed: "max" });
  changePlan(plans, "spc_1", { people: "others" });
  expect(planOf(plans.getState(), "spc_1")).toEqual(plan({ speed: "max", people: "others" }));
  expect(planOf(plans.getState(), "spc_2")).toEqual(fresh);
});

describe("what is played", () => {
  test.each<[string, Partial<ReplayPlan>, string | null]>([
    ["the newest recording, until another is chosen", {}, "new"],
    ["the recording that is chosen", { recordingId: "old" }, "old"],
    ["the newest where the chosen one is gone", { recordingId: "gone" }, "new"],
  ])("is %s", (_name, some, want) => {
    expect(thingOf(plan(some), choices)).toMatchObject({ kind: "recording", recording: { id: want } });
  });

  test("is the list where nothing is recorded, and nothing where a recording is wanted", () => {
    expect(thingOf(fresh, { ...choices, recordings: [] })).toEqual({ kind: "list", ...list });
    expect(thingOf(plan({ kind: "recording" }), { ...choices, recordings: [] })).toBeNull();
    expect(thingOf(plan({ kind: "file" }), choices)).toBeNull();
  });

  test("is named as the API has it", () => {
    expect(sourceOf({ kind: "recording", recording: recording("new") })).toEqual({
      environment: "production",
      after: 40,
      before: 49,
      where: [],
    });
    expect(sourceOf({ kind: "list", ...list })).toEqual({
      environment: "staging",
      name: "movie/*",
      where: [],
    });
  });

  test.each<[string, Partial<ReplayPlan>, object]>([
    ["the same people", { prefix: "typed-" }, { speed: 1, times: "moved" }],
    ["others", { people: "others", prefix: " b- " }, { speed: 1, times: "moved", prefix: "b-" }],
  ])("has its options for %s", (_name, some, want) => {
    expect(optionsOf(plan(some))).toEqual(want);
  });
});

describe("a file", () => {
  const read = (...lines: readonly (object | string)[]) => {
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
    return readRecordedFile(new File([text], "x.ndjson"));
  };
  const came = (second: number, more = {}) => ({ ...more, receivedAt: `2026-11-20T14:32:0${second}.000Z` });

  test("is counted without refused events, and is as long as what came takes", async () => {
    const file = await read(came(1), came(9, { status: "rejected" }), "", came(4));
    expect(file).toMatchObject({ name: "x.ndjson", events: 2, length: 3000 });
  });

  test("goes by the time of what has no other, and by nothing in a line that is none", async () => {
    const file = await read({ time: "2026-11-20T14:32:00.000Z" }, "nonsense", "[]", "null", came(2));
    expect(file).toMatchObject({ events: 5, length: 2000 });
  });

  test("without any time has no length", async () => {
    expect(await read("nonsense")).toMatchObject({ events: 1, length: 0 });
  });
});

describe("how much there is", () => {
  const nothing: EventPage = { data: [], next: null };
  const page = (second: number): EventPage => ({
    data: [{ ...eventNo(second), receivedAt: `2026-11-20T14:32:0${second}.000Z` }],
    next: "1",
  });
  /** Answers by what is asked for: accepted events from either end, and refused ones. */
  const client = (asc: EventPage, desc: EventPage, rejected: EventPage = nothing) =>
    createClient({}, async (address) => {
      const url = new URL(String(address), "http://x");
      if (url.pathname.endsWith("/rate"))
        return Response.json({ buckets: [{ accepted: 70 }, { accepted: 7 }] });
      if (url.searchParams.get("status") === "rejected") return Response.json(rejected);
      return Response.json(url.searchParams.get("order") === "asc" ? asc : desc);
    });
  const recorded: ReplayThing = { kind: "recording", recording: recording("new") };

  test.each<[string, ReplayThing, ReturnType<typeof client>, object]>([
    ["a recording", recorded, client(page(1), page(4)), { events: 8, length: 3000 }],
    [
      "one with a refused event",
      recorded,
      client(page(1), page(4), { ...page(2), next: null }),
      { events: 7, length: 3000 },
    ],
    ["one with too many", recorded, client(page(1), page(4), page(2)), { events: null, length: 3000 }],
    ["one that is no longer kept", recorded, client(nothing, nothing), { events: 0, length: null }],
    [
      "one that takes long to search",
      recorded,
      client({ data: [], next: "9" }, nothing),
      { events: null, length: null },
    ],
    ["a list", { kind: "list", ...list }, client(page(1), page(2)), { events: 77, length: 1000 }],
  ])("of %s", async (_name, thing, asked, want) => {
    expect(await measure(asked, "spc_1", thing)).toEqual(want);
  });
});
