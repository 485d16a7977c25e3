import { describe, expect, test } from "vitest";
import {
  type EventFilter,
  readFilter,
  sameFilter,
  suggestions,
  writeFilter,
} from "../../../../src/renderer/events/event-filter.ts";
import {
  type FilterPart,
  isPart,
  madeWay,
  partsOf,
  partTexts,
  readParts,
  typedPart,
  withoutPart,
  withPart,
} from "../../../../src/renderer/events/event-filter-part.ts";
import { eventNo } from "../fakes.ts";

describe("what is typed becomes a part of the filter", () => {
  test.each<[string, FilterPart]>([
    ["movie/watched", { field: "name", value: "movie/watched" }],
    ["movie/*", { field: "name", value: "movie/*" }],
    ["group:movie", { field: "name", value: "movie/*" }],
    ["event:movie/watched", { field: "name", value: "movie/watched" }],
    ["user:ana", { field: "userId", value: "ana" }],
    ["Visitor:v1", { field: "anonymousId", value: "v1" }],
    ["session:ses_1", { field: "sessionId", value: "ses_1" }],
    ["genre:science fiction", { field: "where", value: "genre:science fiction" }],
    ["url:http://x/?a:b", { field: "where", value: "url:http://x/?a:b" }],
    [":x:1", { field: "where", value: ":x:1" }],
    [
      `a:${"b".repeat(60)}:${"c".repeat(250)}`,
      { field: "where", value: `a:${"b".repeat(60)}:${"c".repeat(250)}` },
    ],
    [
      `where:${"🎭".repeat(64)}:${"🎭".repeat(256)}`,
      { field: "where", value: `${"🎭".repeat(64)}:${"🎭".repeat(256)}` },
    ],
    ["where:user:x", { field: "where", value: "user:x" }],
    ["empty:", { field: "where", value: "empty:" }],
    ["sdk:ios", { field: "sdk", value: "ios" }],
    ["source:simulator", { field: "source", value: "simulator" }],
    ["text:a:b", { field: "q", value: "a:b" }],
    ["  plain words ", { field: "q", value: "plain words" }],
  ])("%s", (typed, want) => {
    expect(readParts(typed)).toEqual([want]);
  });

  test.each([
    ["user:", "Say which: user:…"],
    ["movie/wat/ched", null],
    ["movie/w*", "A name is group/action; group/* is a whole group."],
    ["x".repeat(201), "At most 200 characters; this has 201."],
    [`user:${"x".repeat(100_000)}`, "At most 200 characters; this has 100,000."],
    ["source:television", "A source is sdk, segment, ofrep, replay or simulator."],
  ])("%s is refused with %s", (typed, problem) => {
    expect(readParts(typed)).toEqual([problem === null ? { field: "q", value: typed } : { problem }]);
  });

  test.each([
    ["url:http://x", ["url", "http://x"]],
    [":x:1", [":x", "1"]],
    [`a:b:${"c".repeat(256)}`, ["a:b", "c".repeat(256)]],
  ])("and the pair %s is told as its key and its value", (value, want) => {
    expect(partTexts({ field: "where", value })).toEqual(want);
  });

  test("and comes back as it would be typed", () => {
    for (const typed of [
      "movie/*",
      "user:ana",
      "genre:drama",
      "where:sdk:x",
      "where:User:x",
      ":x:1",
      "text:a:b",
      "source:sdk",
    ]) {
      expect(readParts(typed).map((part) => (isPart(part) ? typedPart(part) : part))).toEqual([typed]);
    }
  });

  test.each<[string, string[]]>([
    ["film/gesehen genre:Komödie", ["name film/gesehen", "where genre:Komödie"]],
    [" genre:science  fiction   film/* ", ["where genre:science fiction", "name film/*"]],
    ["film/gesehen Komödie heute user:ana", ["name film/gesehen", "q Komödie heute", "userId ana"]],
    ["event: film/gesehen genre: Komödie", ["name film/gesehen", "where genre:Komödie"]],
    ["event:film/gesehen heute", ["name film/gesehen", "q heute"]],
    ['title:"Alien: Romulus" a:b', ["where title:Alien: Romulus", "where a:b"]],
    [
      '"Genre der Woche":"film/gesehen genre:x" b:"y z"',
      ["where Genre der Woche:film/gesehen genre:x", "where b:y z"],
    ],
    ['"film/gesehen genre:x"', ["q film/gesehen genre:x"]],
    ['"userId":"ana" "genre":"drama"', ["userId ana", "where genre:drama"]],
    ['text:"she said \\"a:b\\""', ['q she said "a:b"']],
    ['screen:5" wide', ['where screen:5" wide']],
    ['title:"unclosed x', ['where title:"unclosed x']],
    ["", []],
    ["   ", []],
  ])("one line has several parts: %s", (line, want) => {
    expect(
      readParts(line).map((part) => (isPart(part) ? `${part.field} ${part.value}` : part.problem)),
    ).toEqual(want);
  });

  test("a whole log that is pasted is too long for a part, and is read no word twice", () => {
    expect(readParts("as it was printed ".repeat(30_000))).toEqual([
      { problem: "At most 200 characters; this has 539,999." },
    ]);
  });

  test.each<FilterPart>([
    { field: "where", value: "title:Alien a:b" },
    { field: "where", value: "Genre der Woche:Komödie" },
    { field: "where", value: "genre: drama" },
    { field: "where", value: 'a:"b"' },
    { field: "where", value: 'title:say "a:b" \\ film/seen' },
    { field: "where", value: 'user:"x y" z:' },
    { field: "q", value: "film/seen user:x" },
    { field: "q", value: " two  blanks" },
    { field: "userId", value: "ana b:c" },
  ])("what a line would split is typed in quotes: $value", (part) => {
    expect(readParts(typedPart(part)), typedPart(part)).toEqual([part]);
  });
});

describe("parts", () => {
  const three: EventFilter = { where: ["a:1", "b:2", "c:3"] };
  test.each<[string, EventFilter, FilterPart, EventFilter]>([
    ["join", { name: "a/b" }, { field: "q", value: "x" }, { name: "a/b", q: "x" }],
    ["take the place of their field's", { sdk: "ios" }, { field: "sdk", value: "roku" }, { sdk: "roku" }],
    [
      "of a visitor replace the user",
      { userId: "u" },
      { field: "anonymousId", value: "v" },
      { anonymousId: "v" },
    ],
    ["of pairs are kept once", three, { field: "where", value: "b:2" }, { where: ["a:1", "c:3", "b:2"] }],
    ["of pairs are three at most", three, { field: "where", value: "d:4" }, { where: ["a:1", "b:2", "d:4"] }],
  ])("%s", (_name, filter, part, want) => {
    const got = withPart(filter, part);
    expect(sameFilter(got, want), JSON.stringify(got)).toBe(true);
  });

  test.each<[string, EventFilter, FilterPart, string | undefined]>([
    ["nothing, where there is room", { name: "a/b" }, { field: "userId", value: "u1" }, undefined],
    ["nothing, where it is the same", { name: "a/b" }, { field: "name", value: "a/b" }, undefined],
    ["the other name", { name: "a/b" }, { field: "name", value: "c/d" }, "a/b"],
    ["the user for a visitor", { userId: "u1" }, { field: "anonymousId", value: "v1" }, "user:u1"],
    ["the third pair for a fourth", three, { field: "where", value: "d:4" }, "c:3"],
  ])("make way: %s", (_name, filter, part, want) => {
    const gone = madeWay(filter, part);
    expect(gone && typedPart(gone)).toBe(want);
  });

  test("are the chips, and each can be taken away", () => {
    const filter: EventFilter = { name: "a/*", where: ["x:1", "y:2"], q: "t", status: "accepted" };
    expect(partsOf(filter).map(typedPart)).toEqual(["a/*", "x:1", "y:2", "text:t"]);
    const without = partsOf(filter).reduce(withoutPart, filter);
    expect(sameFilter(without, { status: "accepted" })).toBe(true);
  });
});

describe("the address", () => {
  test("keeps the whole filter", () => {
    const filter: EventFilter = {
      name: "movie/*",
      userId: "ana & bo",
      sessionId: "s",
      where: ["genre:drama", "x:"],
      experience: "e",
      sdk: "ios",
      source: "segment",
      q: "50%",
      status: "rejected",
      from: "2026-11-20T12:00:00.000Z",
      to: "2026-11-20T13:00:00.000Z",
    };
    expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual({
      ...filter,
      anonymousId: undefined,
    });
  });

  test("that makes no sense is no filter", () => {
    const search = "?name=a/b/c&status=maybe&source=tv&where=nocolon&from=yesterday&to=&q=";
    expect(writeFilter(readFilter(new URLSearchParams(search)))).toBe("");
  });
});

describe("suggestions", () => {
  const rows = [
    { ...eventNo(3), name: "title/opened", userId: "ana" },
    { ...eventNo(2), metadata: { pair1: { key: "genre", value: "drama" } } },
    { ...eventNo(1), metadata: { pair1: { key: "genre", value: "comedy" } } },
  ];
  test.each([
    ["gen", ["text:gen", "genre:drama", "genre:comedy"]],
    ["ana", ["text:ana", "user:ana"]],
    ["movie/", ["movie/watched", "movie/*"]],
    ["user:", ["user:u1", "user:ana"]],
    ["zzz", ["text:zzz"]],
    [
      "movie/watched gen",
      ["movie/watched text:gen", "movie/watched genre:drama", "movie/watched genre:comedy"],
    ],
    ["movie/watched user:", ["movie/watched user:u1", "movie/watched user:ana"]],
  ])("for %s", (typed, want) => {
    expect(suggestions(typed, rows).map((parts) => parts.map(typedPart).join(" "))).toEqual(want);
  });

  test("without anything typed are what the newest events have, the most frequent first", () => {
    expect(suggestions("", rows).flat().map(typedPart).slice(0, 3)).toEqual([
      "movie/watched",
      "movie/*",
      "title/opened",
    ]);
  });
});
