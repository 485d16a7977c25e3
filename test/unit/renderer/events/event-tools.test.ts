import { describe, expect, test, vi } from "vitest";
import type { Event } from "../../../../src/core/event.ts";
import { createClient } from "../../../../src/renderer/api/client.ts";
import {
  createColumnsStore,
  toggleColumn,
  usualColumns,
} from "../../../../src/renderer/events/event-columns.ts";
import { csvHead, csvLine, EventExport } from "../../../../src/renderer/events/event-export.ts";
import {
  compareEvents,
  createPinsStore,
  mostPins,
  togglePin,
} from "../../../../src/renderer/events/event-pins.ts";
import { findEvent } from "../../../../src/renderer/events/use-selection.ts";
import { eventNo, eventsFrom } from "../fakes.ts";

const pairs = (...values: string[]): Event["metadata"] => ({ pair1: { key: "k", value: values[0] ?? "" } });

const memory = (kept: string | null) => {
  const values = new Map<string, string>();
  return {
    getItem: () => values.get("x") ?? kept,
    setItem: (_key: string, value: string) => void values.set("x", value),
  };
};

describe("columns", () => {
  test("are remembered, in their order", () => {
    const storage = memory(null);
    const store = createColumnsStore(storage);
    toggleColumn(store, "session");
    toggleColumn(store, "sdk");
    toggleColumn(store, "name");
    const want = ["sequence", "received", "name", "user", "session", "metadata"];
    expect(store.getState().shown).toEqual(want);
    expect(createColumnsStore(storage).getState().shown).toEqual(want);
  });

  test.each([["nonsense"], ["received,user"], [null]])("are the usual ones where %s was kept", (kept) => {
    expect(createColumnsStore(memory(kept)).getState().shown).toEqual(usualColumns);
  });
});

describe("pins", () => {
  test("are kept newest first, let go of, and limited", () => {
    const pins = createPinsStore();
    for (const event of eventsFrom(1, mostPins)) expect(togglePin(pins, event)).toBe(true);
    expect(togglePin(pins, eventNo(99))).toBe(false);
    togglePin(pins, eventNo(3));
    expect(pins.getState().pinned.map((one) => one.sequence)).toEqual([6, 5, 4, 2, 1]);
  });

  test("are remembered in this browser, what is no event is not", () => {
    const kept = memory(null);
    togglePin(createPinsStore(kept, "pins"), eventNo(7));
    expect(createPinsStore(kept, "pins").getState().pinned).toEqual([eventNo(7)]);
    for (const wrong of ["[1]", "{}", '[{"sequence":1}]', "nonsense"])
      expect(createPinsStore(memory(wrong), "pins").getState().pinned).toEqual([]);
  });

  test("are compared line by line", () => {
    const lines = compareEvents([
      { ...eventNo(2), metadata: pairs("a") },
      { ...eventNo(1), userId: "u2" },
    ]);
    const of = (name: string) => lines.find((line) => line.name === name);
    expect(of("name")?.differs).toBe(false);
    expect(of("userId")).toEqual({ name: "userId", values: ["u1", "u2"], differs: true });
    expect(of("metadata.k")).toEqual({ name: "metadata.k", values: ["a", null], differs: true });
    expect(of("problem")).toBeUndefined();
  });

  test("are compared in every pair, also where two have one key", () => {
    const pair = (key: string, value: string) => ({ key, value });
    const lines = compareEvents([
      {
        ...eventNo(2),
        metadata: { pair1: pair("k", "a"), pair2: pair("k", "b"), pair3: pair("k again", "c") },
      },
      { ...eventNo(1), metadata: pairs("a") },
    ]);
    const told = lines.filter(({ name }) => name.startsWith("metadata."));
    expect(told.map(({ name, values }) => [name, ...values])).toEqual([
      ["metadata.k", "a", "a"],
      ["metadata.k again", "b", null],
      ["metadata.k again again", "c", null],
    ]);
  });
});

describe("CSV", () => {
  test.each([
    ["a plain value", "drama", "drama"],
    ["a comma", "a,b", '"a,b"'],
    ["a quote", 'a"b', '"a""b"'],
    ["a line's end", "a\nb", '"a\nb"'],
    ["a formula", "=1+1", "'=1+1"],
    ["a formula with a quote", '@x"', '"\'@x"""'],
  ])("writes %s", (_name, value, cell) => {
    const line = csvLine({ ...eventNo(1), metadata: pairs(value) });
    expect(line).toContain(`,k,${cell},`);
    expect(line.endsWith("\r\n")).toBe(true);
  });

  test("says that it is UTF-8, for spreadsheets", () => {
    expect([...new TextEncoder().encode(csvHead)].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 0x73]);
  });

  test("has as many cells as the head", () => {
    expect(csvLine(eventNo(1)).split(",").length).toBe(csvHead.split(",").length);
  });
});

describe("an export", () => {
  const body = (text: string, cut: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; at < bytes.length; at += cut) controller.enqueue(bytes.slice(at, at + cut));
        controller.close();
      },
    });
  const lines = eventsFrom(1, 50).map((event) => `${JSON.stringify({ ...event, name: "ä/ö" })}\n`);

  test.each([1, 7, 100_000])("is whole however its %i bytes arrive", async (cut) => {
    const save = vi.fn();
    const running = new EventExport({ fetcher: async () => new Response(body(lines.join(""), cut)), save });
    await running.start("/x", "ndjson");
    expect(save.mock.calls[0]?.[0].join("")).toBe(lines.join(""));
    expect(running.store.getState()).toMatchObject({ phase: "done", events: 50 });
  });

  test("as CSV has a head and a line for each event", async () => {
    const save = vi.fn();
    const running = new EventExport({ fetcher: async () => new Response(body(lines.join(""), 1000)), save });
    await running.start("/x", "csv");
    expect(save.mock.calls[0]?.[0].join("").split("\r\n").length).toBe(52);
  });

  test("that is called off saves nothing", async () => {
    const save = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        controller.enqueue(new TextEncoder().encode(lines[0]));
      },
    });
    const running = new EventExport({ fetcher: async () => new Response(endless), save });
    const over = running.start("/x", "ndjson");
    await new Promise((resolve) => setTimeout(resolve, 5));
    running.cancel();
    await over;
    expect(save).not.toHaveBeenCalled();
    expect(running.store.getState().phase).toBe("idle");
  });

  test("that is refused says why", async () => {
    const answer = Response.json({ detail: "The server is stopping." }, { status: 503 });
    const running = new EventExport({ fetcher: async () => answer, save: () => {} });
    await running.start("/x", "csv");
    expect(running.store.getState()).toMatchObject({ phase: "failed", problem: "The server is stopping." });
  });
});

describe("the event of an address", () => {
  const client = createClient({}, (async (url: string) => {
    const { searchParams } = new URL(url, "http://x");
    const found = eventsFrom(1, 9).filter(
      (event) =>
        String(event.sequence) === searchParams.get("sequence") || event.id === searchParams.get("id"),
    );
    return Response.json({ data: found, next: null });
  }) as unknown as typeof fetch);
  const place = { spaceId: "s", environment: "staging" } as const;

  test.each([
    ["7", 7],
    ["e4", 4],
    ["77", null],
    ["nothing", null],
  ])("%s", async (named, want) => {
    expect((await findEvent(client, place, named))?.sequence ?? null).toBe(want);
  });
});
