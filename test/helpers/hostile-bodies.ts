import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Random } from "./random.ts";

export interface HostileBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const json = { "content-type": "application/json" };

export const hostileKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "",
  "a\u0000b",
  "\ud800",
  "a".repeat(300),
  "../x",
  "$where",
  "0",
];
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\u0000b",
  "🎉".repeat(200),
  "x".repeat(10_000),
  "2026-13-45T99:99:99Z",
  "NaN",
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: [] } } },
  "../../etc/passwd",
  "'; DROP TABLE events; --",
  "%00",
  "__proto__",
];
const brokenTexts = [
  "{",
  "[",
  '{"a":',
  '{"a" 1}',
  "{'a':1}",
  "[1,]",
  "nul",
  "NaN",
  "-",
  '"',
  '"\\u12"',
  '{"a":1}}',
  "{}{}",
  "\u0000",
  "<xml/>",
  "a=1&b=2",
  "\ufeff\ufeff{}",
  "01",
  "1e",
  '{"a":undefined}',
  "//",
  "{,}",
  '"\n"',
];
const invalidUtf8 = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
].map((bytes) => Buffer.from(bytes));

type Make = (example: unknown, random: Random) => HostileBody;

const asJson = (value: unknown): HostileBody => ({ headers: json, body: JSON.stringify(value) ?? "" });

/** A copy with one member, somewhere, put in place of what was there. */
function replaced(value: unknown, random: Random, put: (random: Random) => unknown): unknown {
  if (typeof value !== "object" || value === null || random.below(4) === 0) return put(random);
  const entries = Object.entries(value);
  if (entries.length === 0) return put(random);
  const at = random.below(entries.length);
  const changed = entries.map(([key, member], index) => [
    key,
    index === at ? replaced(member, random, put) : member,
  ]);
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

/** An object's JSON with hostile members, `__proto__` as an own one; spread and assignment would lose it. */
function withHostileKeys(example: unknown, random: Random): string {
  const inner = JSON.stringify(random.pick(hostileValues)) ?? "1";
  const members = Array.from(
    { length: 1 + random.below(3) },
    () =>
      `${JSON.stringify(random.pick(hostileKeys))}:${random.pick([inner, '{"polluted":1}', '{"__proto__":{"polluted":1}}'])}`,
  );
  const text = JSON.stringify(example ?? {});
  const at = random.pick([...text.matchAll(/\{/g)].map((match) => match.index).concat(-1));
  if (at === -1) return `{${members.join(",")}}`;
  const comma = text[at + 1] === "}" ? "" : ",";
  return `${text.slice(0, at + 1)}${members.join(",")}${comma}${text.slice(at + 1)}`;
}

/** The kinds of bad body; each gives another one at every call. */
export const hostileBodies: Readonly<Record<string, Make>> = {
  "broken JSON": (_, random) => ({ headers: json, body: random.pick(brokenTexts) }),
  "JSON cut off": (example, random) => {
    const text = JSON.stringify(example ?? { a: "b" });
    return { headers: json, body: text.slice(0, 1 + random.below(Math.max(text.length - 1, 1))) };
  },
  "a byte changed": (example, random) => {
    const bytes = Buffer.from(JSON.stringify(example ?? { a: "b" }));
    bytes[random.below(bytes.length)] = random.below(256);
    return { headers: json, body: bytes };
  },
  "wrong type": (example, random) =>
    asJson(replaced(example ?? {}, random, () => random.pick(hostileValues))),
  "another whole": (_, random) => asJson(random.pick(hostileValues)),
  "hostile keys": (example, random) => ({ headers: json, body: withHostileKeys(example, random) }),
  "many members": (_, random) =>
    asJson(Object.fromEntries(Array.from({ length: 100 + random.below(900) }, (_v, n) => [`k${n}`, n]))),
  deep: (example, random) => {
    const depth = random.pick([65, 100, 2000, 20_000]);
    const [open, close] = random.pick([
      ["[", "]"],
      ['{"a":', "}"],
    ] as const);
    const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
    return {
      headers: json,
      body:
        random.below(2) === 0
          ? nested
          : JSON.stringify({ ...(example as object), deep: 0 }).replace('"deep":0', `"deep":${nested}`),
    };
  },
  "deep and open": (_, random) => ({
    headers: json,
    body: random.pick(["[", '{"a":']).repeat(random.pick([1000, 20_000])),
  }),
  "invalid UTF-8": (_, random) => ({
    headers: json,
    body: Buffer.concat([Buffer.from('{"name":"'), random.pick(invalidUtf8), Buffer.from('"}')]),
  }),
  "UTF-16": (example) => ({
    headers: { "content-type": "application/json; charset=utf-16le" },
    body: Buffer.from(JSON.stringify(example ?? {}), "utf16le"),
  }),
  "another charset": (example, random) => ({
    headers: {
      "content-type": `application/json; charset=${random.pick(["latin1", "x", "utf-7", "'", ";;;", "\u00e9"])}`,
    },
    body: JSON.stringify(example ?? {}),
  }),
  "another content type": (example, random) => ({
    headers: {
      "content-type": random.pick([
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/octet-stream",
        "a",
        "/",
        ";",
        "application/json, text/html",
      ]),
    },
    body: JSON.stringify(example ?? {}),
  }),
  "not what its encoding says": (example, random) => ({
    headers: {
      ...json,
      "content-encoding": random.pick([
        "gzip",
        "deflate",
        "br",
        "zstd",
        "x-gzip",
        "gzip, gzip",
        "identity, x",
        "__proto__",
      ]),
    },
    body: JSON.stringify(example ?? {}),
  }),
  "gzip cut off": (example, random) => {
    const bytes = gzipSync(JSON.stringify(example ?? { a: "b" }));
    return {
      headers: { ...json, "content-encoding": "gzip" },
      body: bytes.subarray(0, 1 + random.below(bytes.length - 1)),
    };
  },
  "gzip with a byte changed": (example, random) => {
    const bytes = gzipSync(JSON.stringify(example ?? { a: "b" }));
    bytes[random.below(bytes.length)] = random.below(256);
    return { headers: { ...json, "content-encoding": "gzip" }, body: bytes };
  },
};

const bomb = Buffer.alloc(20_000_000, " ");
/** What is too large for any route: few, since each one costs. */
export const hugeBodies: readonly HostileBody[] = [
  { headers: json, body: JSON.stringify({ name: "x".repeat(5_000_000) }) },
  { headers: { ...json, "content-encoding": "gzip" }, body: gzipSync(bomb) },
  { headers: { ...json, "content-encoding": "deflate" }, body: deflateSync(bomb) },
  { headers: { ...json, "content-encoding": "br" }, body: brotliCompressSync(bomb.subarray(0, 6_000_000)) },
];
