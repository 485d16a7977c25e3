import { describe, expect, it } from "vitest";
import type { Explanation } from "../../../../src/core/explanation.ts";
import { ApiProblem } from "../../../../src/renderer/api/api-problem.ts";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { nobodyYet } from "../../../../src/renderer/people/made-up/made-up.ts";
import { decideSides, sidesOf } from "../../../../src/renderer/preview/preview-sides.ts";
import {
  createMadeUpStore,
  type PreviewQuery,
  readPreview,
  subjectQuery,
} from "../../../../src/renderer/preview/preview-subject.ts";

describe("a preview's address", () => {
  const nothing: PreviewQuery = { subject: { who: "made-up" }, at: null, compare: "draft", why: null };
  const table: [string, { given: Record<string, string>; want: PreviewQuery }][] = [
    ["nothing", { given: {}, want: nothing }],
    [
      "a user",
      { given: { user: "ana" }, want: { ...nothing, subject: { who: "user", id: "ana", kind: undefined } } },
    ],
    [
      "a visitor",
      {
        given: { user: "tv", kind: "visitor" },
        want: { ...nothing, subject: { who: "user", id: "tv", kind: "visitor" } },
      },
    ],
    [
      "a persona",
      { given: { persona: "gold" }, want: { ...nothing, subject: { who: "persona", key: "gold" } } },
    ],
    [
      "a time and a comparison",
      {
        given: { at: "2026-12-24T18:00:00Z", compare: "staging" },
        want: { ...nothing, at: "2026-12-24T18:00:00.000Z", compare: "staging" },
      },
    ],
    ["what means nothing", { given: { at: "soon", compare: "cats" }, want: nothing }],
  ];
  it.each(table)("%s", (_, { given, want }) => expect(readPreview(given)).toEqual(want));

  it("takes the one before out when another is picked", () => {
    expect(subjectQuery({ who: "persona", key: "gold" })).toEqual({
      user: null,
      persona: "gold",
      kind: null,
      why: null,
    });
  });
});

describe("the sides", () => {
  it("puts what is published before what it is compared with", () => {
    const published = { environment: "development", content: "published" };
    expect(sidesOf("draft", "development")).toEqual([published, { ...published, content: "draft" }]);
    expect(sidesOf("staging", "development")).toEqual([published, { ...published, environment: "staging" }]);
    expect(sidesOf("development", "development")).toEqual([published]);
    expect(sidesOf("draft-only", "development")).toEqual([{ ...published, content: "draft" }]);
  });

  const place = { spaceId: "s", environment: "development" } as const;
  const at = "2026-11-21T12:00:00.000Z";

  it("decides about somebody whom the other environment does not know by what is known here", async () => {
    const asked: unknown[] = [];
    const missing = new ApiProblem({
      type: "x",
      title: "x",
      status: 404,
      code: "not-found",
      detail: "",
      instance: "",
    });
    const user = {
      id: "ana",
      kind: "known",
      fields: { plan: "gold" },
      labels: [],
      platform: "tv",
      locale: null,
      timeZone: null,
      sessions: 2,
    };
    const client = {
      call: async (route: string, input: { params: { envKey: string }; body?: object }) => {
        if (route === "explainUser" && input.params.envKey === "staging") throw missing;
        if (route === "explain") asked.push(input.body);
        return { user, at } as unknown as Explanation;
      },
    } as unknown as ApiClient;
    const subject = { who: "user", id: "ana", kind: undefined } as const;
    const sides = sidesOf("staging", "development");
    expect(await decideSides({ client, place, subject, madeUp: null, at: null, sides })).toHaveLength(2);
    const known = {
      id: "ana",
      kind: "known",
      fields: { plan: "gold" },
      labels: [],
      platform: "tv",
      sessions: 2,
    };
    expect(asked).toEqual([{ user: known, at, content: "published" }]);
  });

  it("decides about somebody made up at one time, with what they did as long ago", async () => {
    const asked: { at?: string; events?: { time: string }[]; content?: string }[] = [];
    const client = {
      call: async (route: string, input?: { body: object }) => {
        if (route === "getClock") return { at };
        asked.push(input?.body ?? {});
        return {} as Explanation;
      },
    } as unknown as ApiClient;
    const events = [{ name: "a/b", ago: { hours: 2 }, count: 2, metadata: {} }];
    const madeUp = { id: "preview", user: nobodyYet.user, events };
    const sides = sidesOf("draft", "development");
    await decideSides({ client, place, subject: { who: "made-up" }, madeUp, at: null, sides });
    expect(
      asked.map(({ at: when, content, events: did }) => [when, content, did?.map(({ time }) => time)]),
    ).toEqual([
      [at, "published", ["2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.000Z"]],
      [at, "draft", ["2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.000Z"]],
    ]);
  });
});

describe("somebody made up", () => {
  const memory = () => {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };

  const inPlan = (plan: string) => ({ ...nobodyYet, user: { ...nobodyYet.user, fields: { plan } } });

  it("is kept in the browser, for each Space", () => {
    const browser = memory();
    createMadeUpStore("one", browser, memory()).setState({ value: inPlan("gold") });
    expect(createMadeUpStore("one", browser, memory()).getState().value).toEqual(inPlan("gold"));
    expect(createMadeUpStore("two", browser, memory()).getState().value).toEqual(nobodyYet);
  });

  it("is there after a reload, whoever another tab made up meanwhile", () => {
    const browser = memory();
    const [here, empty] = [memory(), memory()];
    createMadeUpStore("one", browser, empty);
    createMadeUpStore("one", browser, here).setState({ value: inPlan("gold") });
    createMadeUpStore("one", browser, memory()).setState({ value: inPlan("free") });
    expect(createMadeUpStore("one", browser, here).getState().value).toEqual(inPlan("gold"));
    expect(createMadeUpStore("one", browser, empty).getState().value).toEqual(nobodyYet);
  });

  it.each(["{", "3", '{"user":{"kind":"cat"},"events":[]}'])("starts over where %s was kept", (text) => {
    const storage = memory();
    storage.kept.set("understudy:made-up:one", text);
    expect(createMadeUpStore("one", storage, memory()).getState().value).toEqual(nobodyYet);
  });
});
