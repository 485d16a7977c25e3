import type { ExplainedExperience, Explanation } from "../../core/explanation.ts";
import type { ExpectedExperience, Persona } from "../../core/persona.ts";
import type { Outcome } from "../../core/persona-run.ts";
import type { OnePersonaRun } from "./use-persona-runs.ts";

export type Expected = Persona["expected"];

/** All that somebody gets, as what they are expected to get. */
export const expectedNow = ({
  tribes,
  experiences,
}: Pick<Explanation, "tribes" | "experiences">): Expected => ({
  tribes: tribes.map(({ id, matched }) => ({ tribe: id, member: matched })),
  experiences: experiences.map(expectedOf),
});

/** What runs call Experiences, Sections and scenarios, by id: also those that the draft has no more. */
export function namesInRuns(
  runs: readonly Pick<OnePersonaRun, "outcomes" | "explanation">[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { outcomes, explanation } of runs) {
    for (const { id, key, scenario, tried } of explanation?.experiences ?? []) {
      names.set(id, key);
      for (const one of [scenario, ...tried.map((it) => it.scenario)]) names.set(one.id, one.name);
    }
    for (const { kind, id, name } of outcomes) if (kind === "experience" && name !== id) names.set(id, name);
  }
  return names;
}

/** An Experience or Section as it is, as what it is expected to be. */
function expectedOf({
  id,
  enabled,
  scenario,
  data,
  children,
}: Pick<ExplainedExperience, "id" | "enabled" | "scenario" | "data" | "children">): ExpectedExperience {
  return {
    experience: id,
    enabled,
    scenario: scenario.id,
    ...(Object.keys(data).length > 0 && { data: data as NonNullable<ExpectedExperience["data"]> }),
    ...(children !== undefined && { children: children.map((child) => child.id) }),
  };
}

/** Expectations with one more, of a Tribe or of an Experience: what they get of it now. */
export function withExpectation(
  expected: Expected,
  { tribes, experiences }: Pick<Explanation, "tribes" | "experiences">,
  id: string,
): Expected {
  const tribe = tribes.find((one) => one.id === id);
  const item = experiences.find((one) => one.id === id);
  if (tribe !== undefined)
    return { ...expected, tribes: [...expected.tribes, { tribe: id, member: tribe.matched }] };
  return item === undefined
    ? expected
    : { ...expected, experiences: [...expected.experiences, expectedOf(item)] };
}

/** The outcomes of one expectation that were not met. */
export const missed = (outcomes: readonly Outcome[], id: string): Outcome[] =>
  outcomes.filter((one) => one.id === id && !one.passed);

/** Whether an expectation was met; null where it was not tried yet. */
export function verdictOf(outcomes: readonly Outcome[], id: string): boolean | null {
  const mine = outcomes.filter((one) => one.id === id);
  return mine.length === 0 ? null : mine.every(({ passed }) => passed);
}

/** An expectation without one of its parts; a part of the data by its name. */
export function withoutPart(
  expectation: ExpectedExperience,
  part: "enabled" | "scenario" | "children" | { readonly data: string },
): ExpectedExperience {
  if (typeof part === "string") {
    const { [part]: _, ...rest } = expectation;
    return rest;
  }
  const { data = {}, ...rest } = expectation;
  const { [part.data]: _, ...left } = data;
  return Object.keys(left).length === 0 ? rest : { ...rest, data: left };
}

/** What of an Experience may still be expected of it. */
export function partsToAdd(
  expectation: ExpectedExperience,
  item: ExplainedExperience,
): { readonly value: string; readonly label: string }[] {
  const now = expectedOf(item);
  return [
    ...(expectation.enabled === undefined ? [{ value: "enabled", label: "on or off" }] : []),
    ...(expectation.scenario === undefined ? [{ value: "scenario", label: "by which scenario" }] : []),
    ...(now.children !== undefined && expectation.children === undefined
      ? [{ value: "children", label: "what is in it" }]
      : []),
    ...Object.keys(now.data ?? {})
      .filter((name) => !Object.hasOwn(expectation.data ?? {}, name))
      .map((name) => ({ value: `data/${name}`, label: name })),
  ];
}

/** An expectation with one more part: as it is now. */
export function withPartNow(
  expectation: ExpectedExperience,
  item: ExplainedExperience,
  part: string,
): ExpectedExperience {
  const now = expectedOf(item);
  if (part === "enabled") return { ...expectation, enabled: item.enabled };
  if (part === "scenario") return { ...expectation, scenario: item.scenario.id };
  if (part === "children") return { ...expectation, children: now.children ?? [] };
  const name = part.slice("data/".length);
  return { ...expectation, data: { ...expectation.data, [name]: now.data?.[name] ?? null } };
}
