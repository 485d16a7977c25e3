import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { ExplainedExperience, Explanation } from "../../../../src/core/explanation.ts";
import type { Persona } from "../../../../src/core/persona.ts";
import type { Outcome } from "../../../../src/core/persona-run.ts";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import {
  expectedNow,
  missed,
  namesInRuns,
  partsToAdd,
  verdictOf,
  withExpectation,
  withoutPart,
  withPartNow,
} from "../../../../src/renderer/personas/expectations.ts";
import { patchOf } from "../../../../src/renderer/personas/persona-port.ts";
import { runOf, runsQuery } from "../../../../src/renderer/personas/use-persona-runs.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { createToastsStore } from "../../../../src/renderer/stores/toasts-store.ts";

const banner = {
  id: "exp_1",
  key: "home.banner",
  enabled: true,
  data: { headline: "Hi" },
  scenario: { id: "scn_1", name: "Gold" },
} as unknown as ExplainedExperience;
const body = {
  id: "sec_1",
  key: "home.body",
  enabled: true,
  data: {},
  scenario: { id: "scn_2", name: "Default" },
  children: [{ id: "exp_2", typeId: "t" }],
} as unknown as ExplainedExperience;
const explanation = {
  tribes: [{ id: "trb_1", name: "Gold", matched: true }],
  experiences: [banner, body],
} as unknown as Explanation;
const nothing = { tribes: [], experiences: [] };

describe("what is expected", () => {
  it("is all that they get now", () => {
    expect(expectedNow(explanation)).toEqual({
      tribes: [{ tribe: "trb_1", member: true }],
      experiences: [
        { experience: "exp_1", enabled: true, scenario: "scn_1", data: { headline: "Hi" } },
        { experience: "sec_1", enabled: true, scenario: "scn_2", children: ["exp_2"] },
      ],
    });
  });

  it("can be one thing of them, or nothing of what is not there", () => {
    expect(withExpectation(nothing, explanation, "trb_1").tribes).toEqual([{ tribe: "trb_1", member: true }]);
    expect(withExpectation(nothing, explanation, "exp_1").experiences).toHaveLength(1);
    expect(withExpectation(nothing, explanation, "gone")).toEqual(nothing);
  });

  it("lets go of a part, and of the data with its last one", () => {
    const expectation = { experience: "exp_1", enabled: true, data: { headline: "Hi" } };
    expect(withoutPart(expectation, "enabled")).toEqual({ experience: "exp_1", data: { headline: "Hi" } });
    expect(withoutPart(expectation, { data: "headline" })).toEqual({ experience: "exp_1", enabled: true });
  });

  it("offers what is not expected yet, and takes it as it is now", () => {
    const bare = { experience: "exp_1", enabled: true };
    expect(partsToAdd(bare, banner).map(({ value }) => value)).toEqual(["scenario", "data/headline"]);
    expect(withPartNow(bare, banner, "data/headline").data).toEqual({ headline: "Hi" });
    expect(withPartNow({ experience: "sec_1" }, body, "children").children).toEqual(["exp_2"]);
  });
});

it("what is deleted has the name that a run knew, and nothing where it knew none", () => {
  const of = (kind: Outcome["kind"], id: string, name: string) => ({ kind, id, name }) as Outcome;
  const outcomes = [
    of("tribe", "trb_1", "Gold"),
    of("experience", "exp_8", "home.hero"),
    of("experience", "exp_9", "exp_9"),
  ];
  expect([...namesInRuns([{ outcomes }])]).toEqual([["exp_8", "home.hero"]]);
});

describe("the verdict of an expectation", () => {
  const outcome = (id: string, passed: boolean) =>
    ({ kind: "tribe", id, name: id, expected: true, actual: passed, passed }) as Outcome;

  it("is met when all of it is, and unknown before it was tried", () => {
    const outcomes = [outcome("a", true), outcome("a", false), outcome("b", true)];
    expect([verdictOf(outcomes, "a"), verdictOf(outcomes, "b"), verdictOf(outcomes, "c")]).toEqual([
      false,
      true,
      null,
    ]);
    expect(missed(outcomes, "a")).toEqual([outcome("a", false)]);
  });
});

describe("an edit of a persona", () => {
  it("is a merge patch: what is gone is null", () => {
    const known = {
      user: {
        kind: "known",
        userId: "u1",
        fields: { plan: "gold", age: 3 },
        labels: [],
        sessions: 1,
        locale: "en",
      },
    } as unknown as Persona;
    const user = {
      kind: "known",
      fields: { plan: "silver" },
      labels: [],
      sessions: 1,
      locale: "de",
    } as const;
    expect(patchOf(known, { user: { ...user, labels: [] } })).toEqual({
      user: { userId: null, locale: "de", fields: { plan: "silver", age: null } },
    });
    expect(patchOf(known, { name: "New" })).toEqual({ name: "New" });
  });
});

describe("running personas", () => {
  it("runs the draft and each environment, and keeps the last results where a run fails", async () => {
    const asked: string[] = [];
    let fails = false;
    const client = {
      call: async (_: string, { query }: { query: { environment: string; content: string } }) => {
        if (fails) throw new Error("no");
        asked.push(`${query.environment} ${query.content}`);
        return { passed: 1, failed: 0, personas: [{ id: "p", name: query.environment }] };
      },
    } as unknown as ApiClient;
    const removals = new Removals(createToastsStore(), createServerStore());
    const runs = new QueryObserver(
      createQueryClient(),
      runsQuery({ client, removals }, "s", { only: null, version: "1" }),
    );
    const stop = runs.subscribe(() => undefined);
    await expect.poll(() => runs.getCurrentResult().isSuccess).toBe(true);
    expect(asked).toEqual([
      "development draft",
      "development published",
      "staging published",
      "production published",
    ]);
    fails = true;
    const { data, isError } = await runs.refetch();
    expect(runOf(data ?? {}, "production", "p")?.name).toBe("production");
    expect(runOf(data ?? {}, "production", "other")).toBeUndefined();
    expect(isError).toBe(true);
    stop();
  });

  it("shows the run of the model as it is now, whichever ends first", async () => {
    const answers: ((name: string) => void)[] = [];
    const client = {
      call: () =>
        new Promise((done) =>
          answers.push((name) => done({ passed: 1, failed: 0, personas: [{ id: "p", name }] })),
        ),
    } as unknown as ApiClient;
    const removals = new Removals(createToastsStore(), createServerStore());
    const of = (version: string | null) => runsQuery({ client, removals }, "s", { only: null, version });
    const runs = new QueryObserver(createQueryClient(), of(null));
    const stop = runs.subscribe(() => undefined);
    expect(answers).toHaveLength(0);
    runs.setOptions(of("1"));
    await expect.poll(() => answers.length).toBe(4);
    runs.setOptions(of("2"));
    await expect.poll(() => answers.length).toBe(8);
    for (const answer of answers.slice(4)) answer("later");
    for (const answer of answers.slice(0, 4)) answer("earlier");
    const shown = () => runOf(runs.getCurrentResult().data ?? {}, "draft", "p")?.name;
    await expect.poll(shown).toBe("later");
    stop();
  });
});
