import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventMetadata, eventName, pairsMetadata } from "../../../src/core/event.ts";
import { userFieldsPatch } from "../../../src/core/user.ts";
import { mapMessage } from "../../../src/server/segment/segment-mapping.ts";
import { segmentName } from "../../../src/server/segment/segment-name.ts";
import { eventTime, parseTime } from "../../../src/server/segment/segment-time.ts";
import { traitFields } from "../../../src/server/segment/segment-traits.ts";
import type { IngestItem, NewEvent, RefusedEvent } from "../../../src/server/store/events.ts";

const receivedAt = Date.parse("2026-11-20T12:00:00.000Z");
const map = (message: unknown, sentAt?: unknown) =>
  mapMessage(message, {
    receivedAt,
    newId: () => "made",
    fieldsLocked: false,
    ...(sentAt === undefined ? {} : { sentAt }),
  });

function eventOf(item: IngestItem): NewEvent {
  if (item.kind !== "event") throw new Error(`not an event: ${JSON.stringify(item)}`);
  return item.event;
}
function refusedOf(item: IngestItem): RefusedEvent {
  if (item.kind !== "refused") throw new Error(`not refused: ${JSON.stringify(item)}`);
  return item.event;
}

test("where a Space locks the fields of known users, an identify with traits of one is refused", () => {
  const locked = (message: object) =>
    mapMessage({ type: "identify", ...message }, { receivedAt, newId: () => "made", fieldsLocked: true });
  expect(refusedOf(locked({ userId: "u1", traits: { plan: "gold" } }))).toMatchObject({
    code: "fields-locked",
    person: { kind: "known", id: "u1" },
  });
  expect(locked({ userId: "u1" })).toMatchObject({ kind: "event", fields: {} });
  expect(locked({ anonymousId: "v1", traits: { plan: "gold" } })).toMatchObject({
    fields: { plan: "gold" },
  });
});

describe("names", () => {
  const table: [given: string, want: string | null][] = [
    ["Order Completed", "order/completed"],
    ["Product List Viewed", "product-list/viewed"],
    ["Clicked", "track/clicked"],
    ["movie/watched", "movie/watched"],
    ["Movie/Watched", "Movie/Watched"],
    ["a.b_c-d/E.F", "a.b_c-d/E.F"],
    ["checkout/step two", "checkout-step/two"],
    ["a/b/c", "a-b/c"],
    ["/watched", "track/watched"],
    ["movie/", "track/movie"],
    ["order_completed", "order/completed"],
    ["  Order   Completed  ", "order/completed"],
    ["Order: Completed!", "order/completed"],
    ["User's Cart Viewed", "users-cart/viewed"],
    ["User’s Cart Viewed", "users-cart/viewed"],
    ["Step 2", "step/2"],
    ["Häuser gefunden", "hauser/gefunden"],
    ["Straße Gesehen", "strasse/gesehen"],
    ["İstanbul Açıldı", "istanbul/acildi"],
    ["Signed Up 🎉", "signed/up"],
    ["購入 完了", "u8cfcu5165/u5b8cu4e86"],
    ["がぎ", "track/u304cu304e"],
    ["K™ Sold", "ktm/sold"],
    ["constructor", "track/constructor"],
    ["__proto__", "track/proto"],
    ["System Started", "system/started"],
    ["a\u0000b", "a/b"],
    ["\ud800", null],
    ["", null],
    ["  ", null],
    ["!?!", null],
    ["🎉", null],
    [`${"a".repeat(65)}/b`, `${"a".repeat(64)}/b`],
    [`${"word ".repeat(100)}${"e".repeat(100)}`, `${"word-".repeat(12)}word/${"e".repeat(64)}`],
  ];
  test.each(table)("%j", (given, want) => {
    expect(segmentName(given)).toBe(want);
  });

  test("whatever comes is a valid name or none, and a valid one maps to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (given) => {
        const name = segmentName(given);
        if (name === null) return;
        expect(eventName.safeParse(name).success).toBe(true);
        expect(segmentName(name)).toBe(name);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

describe("times", () => {
  const table: [given: unknown, want: string | null][] = [
    ["2026-11-20T11:00:00.000Z", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20T11:00:00Z", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20t11:00:00z", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20T11:00Z", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20T13:00:00+02:00", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20T13:00:00+0200", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20 11:00:00", "2026-11-20T11:00:00.000Z"],
    ["2026-11-20T11:00:00.123456+00:00", "2026-11-20T11:00:00.123Z"],
    ["2026-11-20T11:00:00,5Z", "2026-11-20T11:00:00.500Z"],
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2026-02-30", null],
    ["2026-11-20T25:00:00Z", null],
    ["20 November 2026", null],
    ["1795208532", null],
    ["", null],
    [1795208532000, null],
    [{}, null],
    [`2026-11-20T11:00:00.${"0".repeat(100_000)}Z`, null],
  ];
  test.each(table)("%j", (given, want) => {
    const time = parseTime(given);
    expect(time === null ? null : new Date(time).toISOString()).toBe(want);
  });

  const skewed: [string, { timestamp: unknown; sentAt: unknown; want: string | null }][] = [
    [
      "a clock an hour behind",
      { timestamp: "2026-11-20T10:59:58Z", sentAt: "2026-11-20T11:00:00Z", want: "2026-11-20T11:59:58.000Z" },
    ],
    [
      "a clock a day ahead",
      { timestamp: "2026-11-21T11:50:00Z", sentAt: "2026-11-21T12:00:00Z", want: "2026-11-20T11:50:00.000Z" },
    ],
    ["no sentAt", { timestamp: "2026-11-20T10:00:00Z", sentAt: undefined, want: "2026-11-20T10:00:00.000Z" }],
    [
      "a sentAt that is no time",
      { timestamp: "2026-11-20T10:00:00Z", sentAt: "now", want: "2026-11-20T10:00:00.000Z" },
    ],
    [
      "no timestamp",
      { timestamp: undefined, sentAt: "2026-11-20T11:00:00Z", want: "2026-11-20T12:00:00.000Z" },
    ],
    ["null", { timestamp: null, sentAt: undefined, want: "2026-11-20T12:00:00.000Z" }],
    ["one that is no time", { timestamp: "soon", sentAt: undefined, want: null }],
    [
      "beyond what RFC 3339 writes",
      { timestamp: "9999-12-31T00:00:00Z", sentAt: "2000-01-01T00:00:00Z", want: null },
    ],
  ];
  test.each(skewed)("%s", (_, { timestamp, sentAt, want }) => {
    const time = eventTime(timestamp, { receivedAt, sentAt });
    expect(time === null ? null : new Date(time).toISOString()).toBe(want);
  });
});

describe("traits", () => {
  const table: [string, { given: Record<string, unknown>; want: unknown }][] = [
    ["scalars", { given: { plan: "gold", age: 34, vip: true }, want: { plan: "gold", age: 34, vip: true } }],
    ["null removes", { given: { plan: null }, want: { plan: null } }],
    [
      "nested",
      {
        given: { address: { city: "Berlin", geo: { lat: 1 } } },
        want: { "address.city": "Berlin", "address.geo.lat": 1 },
      },
    ],
    ["nested null", { given: { address: { city: null } }, want: { "address.city": null } }],
    ["an empty object", { given: { address: {} }, want: {} }],
    ["lists of scalars", { given: { tags: ["a", 1, true] }, want: { tags: ["a", 1, true] } }],
    ["nulls in a list", { given: { tags: ["a", null] }, want: { tags: ["a"] } }],
    ["lists of objects", { given: { items: [{ id: 1 }] }, want: { items: '[{"id":1}]' } }],
    ["what JSON cannot write", { given: { score: Number.POSITIVE_INFINITY, a: 1 }, want: { a: 1 } }],
    [
      "odd keys",
      {
        given: JSON.parse(
          '{"__proto__":{"x":1},"constructor":"c","toString":"t","":"e","a":{"__proto__":1}}',
        ),
        want: { constructor: "c", toString: "t" },
      },
    ],
    [
      "keys too long",
      {
        given: { ["k".repeat(129)]: 1, ["k".repeat(128)]: 2, ["🎉".repeat(128)]: "🎉".repeat(8192) },
        want: { ["k".repeat(128)]: 2, ["🎉".repeat(128)]: "🎉".repeat(8192) },
      },
    ],
    ["text too long", { given: { bio: "b".repeat(9000) }, want: { bio: "b".repeat(8192) } }],
    ["lists too long", { given: { n: Array(600).fill(1) }, want: { n: Array(500).fill(1) } }],
    ["a list whose JSON is too long", { given: { n: [["x".repeat(9000)]] }, want: {} }],
  ];
  test.each(table)("%s", (_, { given, want }) => {
    expect(traitFields(given)).toEqual(want);
  });

  test("whatever comes fits the schema of a user's fields", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (traits) => {
        const fields = traitFields(JSON.parse(JSON.stringify(traits)));
        expect(userFieldsPatch.safeParse(fields).error?.issues ?? []).toEqual([]);
      }),
      { seed: 7, numRuns: 1000 },
    );
    expect(
      Object.keys(traitFields(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n])))),
    ).toHaveLength(500);
  });
});

const person = { userId: "u1" };
const known = { kind: "known", id: "u1" } as const;

describe("messages", () => {
  const pair = (key: string, value: string) => ({ key, value });
  const table: [string, { given: Record<string, unknown>; want: Partial<NewEvent> }][] = [
    [
      "track",
      {
        given: { type: "track", event: "Order Completed", properties: { total: 9.5, currency: "EUR" } },
        want: {
          name: "order/completed",
          person: known,
          pairs: [pair("total", "9.5"), pair("currency", "EUR")],
        },
      },
    ],
    [
      "only the first three scalars",
      {
        given: {
          type: "track",
          event: "A",
          properties: { o: {}, a: 1, n: null, b: true, l: [1], c: "x", d: 4 },
        },
        want: { pairs: [pair("a", "1"), pair("b", "true"), pair("c", "x")] },
      },
    ],
    [
      "ids as long as can be, of letters that UTF-16 writes as two",
      {
        given: { type: "page", userId: "🎭".repeat(200), messageId: "🎉".repeat(200) },
        want: { id: "🎉".repeat(200), person: { kind: "known", id: "🎭".repeat(200) } },
      },
    ],
    [
      "long values and keys",
      {
        given: {
          type: "track",
          event: "A",
          properties: {
            ["k".repeat(65)]: 1,
            v: "v".repeat(300),
            s: `${"s".repeat(255)}🎉`,
            ["🎉".repeat(64)]: "🎉".repeat(257),
          },
        },
        want: {
          pairs: [
            pair("v", "v".repeat(256)),
            pair("s", `${"s".repeat(255)}🎉`),
            pair("🎉".repeat(64), "🎉".repeat(256)),
          ],
        },
      },
    ],
    [
      "page",
      {
        given: { type: "page", name: "Home", properties: { path: "/", name: "Other", title: "T", url: "u" } },
        want: { name: "page/viewed", pairs: [pair("name", "Home"), pair("path", "/"), pair("title", "T")] },
      },
    ],
    [
      "page without a name",
      {
        given: { type: "page", properties: { path: "/" } },
        want: { name: "page/viewed", pairs: [pair("path", "/")] },
      },
    ],
    [
      "screen",
      {
        given: { type: "screen", name: "Cart" },
        want: { name: "screen/viewed", pairs: [pair("name", "Cart")] },
      },
    ],
    [
      "group",
      {
        given: { type: "group", groupId: "g1", traits: { plan: "pro", groupId: "no" } },
        want: { name: "group/identified", pairs: [pair("groupId", "g1"), pair("plan", "pro")] },
      },
    ],
    [
      "alias",
      {
        given: { type: "alias", previousId: "anon" },
        want: { name: "user/aliased", pairs: [pair("previousId", "anon")] },
      },
    ],
    [
      "hostile keys",
      {
        given: {
          type: "track",
          event: "A",
          properties: JSON.parse('{"__proto__":"p","constructor":"c","toString":"t"}'),
        },
        want: { pairs: [pair("__proto__", "p"), pair("constructor", "c"), pair("toString", "t")] },
      },
    ],
    [
      "properties that are no object",
      { given: { type: "track", event: "A", properties: [1, 2] }, want: { pairs: [] } },
    ],
    [
      "a visitor",
      {
        given: { type: "track", event: "A", userId: null, anonymousId: "v1" },
        want: { person: { kind: "visitor", id: "v1" } },
      },
    ],
    [
      "an empty userId",
      {
        given: { type: "track", event: "A", userId: "", anonymousId: "v1" },
        want: { person: { kind: "visitor", id: "v1" } },
      },
    ],
    ["both ids", { given: { type: "track", event: "A", anonymousId: "v1" }, want: { person: known } }],
    [
      "a numeric userId",
      { given: { type: "track", event: "A", userId: 42 }, want: { person: { kind: "known", id: "42" } } },
    ],
    ["messageId", { given: { type: "track", event: "A", messageId: "m1" }, want: { id: "m1" } }],
    ["no messageId", { given: { type: "track", event: "A" }, want: { id: "made" } }],
    [
      "a long messageId",
      {
        given: { type: "track", event: "A", messageId: "m".repeat(201) },
        want: { id: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) },
      },
    ],
    [
      "library",
      {
        given: { type: "track", event: "A", context: { library: { name: "py", version: "2" } } },
        want: { sdk: { name: "py", version: "2" } },
      },
    ],
    [
      "library without a version",
      {
        given: { type: "track", event: "A", context: { library: { name: "py" } } },
        want: { sdk: { name: "py", version: "unknown" } },
      },
    ],
    ["no library", { given: { type: "track", event: "A", context: null }, want: { sdk: null } }],
    [
      "its own sentAt",
      {
        given: {
          type: "track",
          event: "A",
          timestamp: "2026-11-20T10:00:00Z",
          sentAt: "2026-11-20T11:00:00Z",
        },
        want: { time: receivedAt - 3_600_000 },
      },
    ],
  ];
  test.each(table)("%s", (_, { given, want }) => {
    expect(eventOf(map({ ...person, ...given }))).toMatchObject(want);
  });

  test("the whole of an event", () => {
    const message = {
      type: "track",
      userId: "u1",
      event: "Song Played",
      properties: { title: "x", more: { deep: [1] } },
      messageId: "m1",
    };
    expect(map({ ...message, writeKey: "us_dev_secret" })).toEqual({
      kind: "event",
      event: {
        id: "m1",
        name: "song/played",
        time: receivedAt,
        person: known,
        sessionId: null,
        experienceId: null,
        pairs: [pair("title", "x")],
        source: "segment",
        sdk: null,
        original: message,
      },
    });
  });

  test("identify is an event that changes the fields", () => {
    const item = map({
      type: "identify",
      anonymousId: "v1",
      traits: { plan: "gold", old: null },
      messageId: "m1",
    });
    const visitor = { kind: "visitor", id: "v1" };
    expect(item).toMatchObject({
      kind: "event",
      event: { id: "m1", name: "user/identified", person: visitor, pairs: [pair("plan", "gold")] },
      fields: { plan: "gold", old: null },
    });
  });

  test("the batch's sentAt goes before the message's own", () => {
    const message = {
      ...person,
      type: "track",
      event: "A",
      timestamp: "2026-11-20T10:00:00Z",
      sentAt: "2026-11-20T11:00:00Z",
    };
    expect(eventOf(map(message, "2026-11-20T11:30:00Z")).time).toBe(receivedAt - 5_400_000);
  });
});

describe("refusals", () => {
  const table: [string, { given: unknown; want: Partial<RefusedEvent> }][] = [
    [
      "no object",
      { given: 7, want: { code: "invalid-event", original: 7, person: null, name: null, id: "made" } },
    ],
    ["null", { given: null, want: { code: "invalid-event", original: null } }],
    ["a list", { given: [1], want: { code: "invalid-event", original: [1] } }],
    ["no type", { given: { ...person }, want: { code: "invalid-event", person: known } }],
    ["another type", { given: { ...person, type: "constructor" }, want: { code: "invalid-event" } }],
    [
      "no event",
      {
        given: { ...person, type: "track", messageId: "m1" },
        want: { code: "invalid-name", id: "m1", name: null },
      },
    ],
    [
      "an event that is no text",
      { given: { ...person, type: "track", event: { a: 1 } }, want: { code: "invalid-name" } },
    ],
    [
      "an event without letters",
      { given: { ...person, type: "track", event: "!!" }, want: { code: "invalid-name" } },
    ],
    [
      "the reserved group",
      { given: { ...person, type: "track", event: "System Started" }, want: { code: "reserved-group" } },
    ],
    [
      "the reserved group, in our form",
      { given: { ...person, type: "track", event: "system/started" }, want: { code: "reserved-group" } },
    ],
    [
      "nobody",
      { given: { type: "track", event: "A B" }, want: { code: "no-user", name: "a/b", person: null } },
    ],
    [
      "somebody too long",
      { given: { type: "page", userId: "u".repeat(201) }, want: { code: "no-user", name: "page/viewed" } },
    ],
    [
      "a userId that the store would change",
      { given: { type: "page", userId: "a\u0000b" }, want: { code: "no-user" } },
    ],
    [
      "an id that no address can end in",
      { given: { type: "page", userId: ".." }, want: { code: "no-user" } },
    ],
    ["half a surrogate pair", { given: { type: "page", userId: "a\ud800" }, want: { code: "no-user" } }],
    ["an id that is no text", { given: { type: "page", userId: { a: 1 } }, want: { code: "no-user" } }],
    [
      "a bad time",
      {
        given: { ...person, type: "page", timestamp: "yesterday" },
        want: { code: "invalid-time", person: known },
      },
    ],
    [
      "a bad time on identify",
      {
        given: { ...person, type: "identify", traits: { a: 1 }, timestamp: 5 },
        want: { code: "invalid-time" },
      },
    ],
  ];
  test.each(table)("%s", (_, { given, want }) => {
    const refused = refusedOf(map(given));
    expect(refused).toMatchObject({ source: "segment", ...want });
    expect(refused.detail).not.toBe("");
  });

  test("one too large is kept in outline", () => {
    const size = (bytes: number) => ({
      ...person,
      type: "track",
      event: "A",
      properties: { x: "x".repeat(bytes) },
    });
    const fixed = JSON.stringify(size(0)).length;
    expect(eventOf(map(size(32 * 1024 - fixed))).name).toBe("track/a");
    const refused = refusedOf(map(size(32 * 1024 - fixed + 1)));
    expect(refused).toMatchObject({ code: "too-large", name: "track/a", person: known });
    expect(refused.original).toMatchObject({ type: "track", event: "A", userId: "u1", bytes: 32 * 1024 + 1 });
    expect(JSON.stringify(refused.original).length).toBeLessThan(4000);
  });

  test("the key is not kept", () => {
    expect(JSON.stringify(map({ ...person, type: "track", writeKey: "us_dev_secret" }))).not.toContain(
      "us_dev_secret",
    );
  });
});

test("any JSON at all maps to valid items, and nothing is polluted", () => {
  const type = fc.constantFrom("track", "identify", "page", "screen", "group", "alias");
  const message = fc.record(
    {
      type,
      event: fc.jsonValue(),
      userId: fc.oneof(fc.string(), fc.jsonValue()),
      traits: fc.jsonValue(),
      properties: fc.jsonValue(),
      context: fc.jsonValue(),
      timestamp: fc.jsonValue(),
      messageId: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(message, fc.jsonValue()), (given) => {
      const item = map(JSON.parse(JSON.stringify(given)));
      if (item.kind !== "event") return;
      expect(eventName.safeParse(item.event.name).success).toBe(true);
      expect(eventMetadata.safeParse(pairsMetadata(item.event.pairs)).success).toBe(true);
      expect(new Date(item.event.time).toISOString()).toMatch(/^\d{4}-/);
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});
