import { describe, expect, it } from "vitest";
import * as core from "../../../src/core/event.ts";
import { eventGroup, reservedGroup } from "../../../src/core/event-group.ts";
import { Client } from "../../../src/sdk/browser/client.ts";
import {
  copyMetadata,
  eventNamePattern,
  problemOfEvent,
} from "../../../src/sdk/browser/events/check-event.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { fakePageForEach, fallbacks, pass } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
const pair = { key: "genre", value: "drama" };
const long = "x".repeat(64);

const cases: [string, { name: unknown; metadata?: unknown; want: RegExp | null }][] = [
  ["a plain name", { name: "movie/watched", want: null }],
  ["the longest name", { name: `${long}/${long}`, want: null }],
  ["every letter", { name: "Az09._-/Az09._-", want: null }],
  ["no group", { name: "watched", want: /<group>\/<action>/ }],
  ["two slashes", { name: "a/b/c", want: /<group>/ }],
  ["an empty action", { name: "a/", want: /<group>/ }],
  ["a group that is too long", { name: `${long}x/a`, want: /<group>/ }],
  ["another letter", { name: "ä/b", want: /<group>/ }],
  ["a line end", { name: "a/b\n", want: /<group>/ }],
  ["a number", { name: 7, want: /<group>/ }],
  ["nothing", { name: undefined, want: /<group>/ }],
  ["the reserved group", { name: "system/started", want: /reserved/ }],
  ["a group that starts like it", { name: "systems/started", want: null }],
  ["no pairs", { name: "a/b", metadata: {}, want: null }],
  ["null for metadata", { name: "a/b", metadata: null, want: null }],
  ["three pairs", { name: "a/b", metadata: { pair1: pair, pair2: pair, pair3: pair }, want: null }],
  ["a pair that is undefined", { name: "a/b", metadata: { pair1: undefined, pair2: pair }, want: null }],
  ["an empty value", { name: "a/b", metadata: { pair1: { key: "k", value: "" } }, want: null }],
  ["four pairs", { name: "a/b", metadata: { pair1: pair, pair4: pair }, want: /more than 3/ }],
  ["another member", { name: "a/b", metadata: { genre: "drama" }, want: /not "genre"/ }],
  ["text for metadata", { name: "a/b", metadata: "genre", want: /must be an object/ }],
  ["a number as value", { name: "a/b", metadata: { pair1: { key: "k", value: 7 } }, want: /pair1 must be/ }],
  ["an empty key", { name: "a/b", metadata: { pair2: { key: "", value: "v" } }, want: /pair2 must be/ }],
  [
    "a key that is too long",
    { name: "a/b", metadata: { pair1: { key: `${long}x`, value: "" } }, want: /pair1/ },
  ],
  [
    "a value that is too long",
    { name: "a/b", metadata: { pair1: { key: "k", value: "x".repeat(257) } }, want: /pair1/ },
  ],
  ["more in a pair", { name: "a/b", metadata: { pair1: { ...pair, more: 1 } }, want: /pair1/ }],
  ["null for a pair", { name: "a/b", metadata: { pair3: null }, want: /pair3/ }],
];

describe("an event", () => {
  it.each(cases)("with %s", (_, { name, metadata, want }) => {
    const problem = problemOfEvent(name, metadata);
    if (want === null) expect(problem).toBeNull();
    else expect(problem).toMatch(want);
  });

  it.each(cases)("is judged as the server judges it: %s", (_, { name, metadata, want }) => {
    const event = { id: "e1", name, time: "2026-11-20T12:00:00Z", ...(metadata == null ? {} : { metadata }) };
    const { success } = core.eventInput.safeParse(event);
    const reserved = typeof name === "string" && eventGroup(name) === reservedGroup;
    expect(success && !reserved).toBe(want === null);
  });

  it("has the name's pattern of core", () => {
    expect(eventNamePattern.source).toBe(core.eventNamePattern.source);
    expect(eventNamePattern.flags).toBe(core.eventNamePattern.flags);
  });
});

describe("track", () => {
  const start = async () => {
    const client = new Client({ apiKey: "us_dev_1", fallbacks });
    void client.session.start({ userId: "u1" });
    await pass(10);
    return client;
  };

  it("warns once of what can't be sent, and sends the rest", async () => {
    const { session } = await start();
    session.track("watched");
    session.track("a/b", { pair4: pair } as never);
    session.track("a/b", { pair1: pair });
    await pass(6000);
    expect(page().sent.map(({ metadata }) => metadata)).toEqual([{ pair1: pair }]);
    expect(page().warnings).toHaveLength(2);
  });

  it("never throws, whatever it is given", async () => {
    const { session } = await start();
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("hostile");
        },
      },
    );
    for (const given of [
      [],
      [Symbol("s")],
      [7n],
      ["a/b", hostile],
      ["a/b", 7n],
      [
        {
          toJSON: () => {
            throw new Error("no");
          },
        },
      ],
    ])
      expect(() => (session.track as (...all: unknown[]) => void)(...given)).not.toThrow();
    await pass(6000);
    expect(page().sent).toEqual([]);
    expect(page().warnings).toHaveLength(6);
  });

  it("names the Experience, the session, and the moment; and copies the pairs", async () => {
    const client = await start();
    const mine = { pair1: { ...pair } };
    new Experience(client, { id: "banner", key: "home.banner" }).track("banner/clicked", mine);
    mine.pair1.value = "changed later";
    const time = new Date().toISOString();
    await pass(6000);
    expect(page().sent).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "banner/clicked",
        time,
        experienceId: "banner",
        sessionId: "ses_1",
        userId: "u1",
        metadata: { pair1: pair },
      },
    ]);
  });

  it("copies no more than the pairs", () => {
    expect(copyMetadata(null)).toBeUndefined();
    expect(copyMetadata({})).toBeUndefined();
    expect(copyMetadata({ pair2: pair })).toEqual({ pair2: pair });
  });
});
