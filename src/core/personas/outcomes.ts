import type { ExplainedExperience, Explanation, Why } from "../explanation.ts";
import type { ExpectedExperience, Persona } from "../persona.ts";
import { goneText, notServedText, type Outcome, servedText } from "../persona-run.ts";
import { pointer } from "../problem.ts";
import { jsonEqual, member } from "../publishing/json-equal.ts";
import type { KnownItem } from "./known-items.ts";

/** Compares what a persona expects with what was decided, in the order of the expectations. Never throws. */
export function outcomesOf(
  { expected }: Pick<Persona, "expected">,
  explanation: Pick<Explanation, "tribes" | "experiences">,
  known: ReadonlyMap<string, KnownItem>,
): Outcome[] {
  return [
    ...expected.tribes.map(({ tribe, member }) => ofTribe(tribe, member, explanation)),
    ...expected.experiences.flatMap((one) => {
      const item = explanation.experiences.find(({ id }) => id === one.experience);
      return item === undefined ? [absent(one, known)] : ofExperience(one, item, known.get(one.experience));
    }),
  ];
}

function ofTribe(id: string, isMember: boolean, { tribes }: Pick<Explanation, "tribes">): Outcome {
  const found = tribes.find((tribe) => tribe.id === id);
  const about = { kind: "tribe", id, expected: isMember } as const;
  if (found === undefined) return { ...about, name: id, actual: goneText, passed: false };
  const { name, matched, why } = found;
  return { ...about, name, actual: matched, passed: matched === isMember, why };
}

function absent(
  { experience: id, ...expected }: ExpectedExperience,
  known: ReadonlyMap<string, KnownItem>,
): Outcome {
  const item = known.get(id);
  const actual = item === undefined ? goneText : notServedText;
  return { kind: "experience", id, name: item?.key ?? id, expected, actual, passed: false };
}

/** One thing that is expected of an Experience. */
interface Check {
  readonly path: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
  readonly passed: boolean;
  readonly why: Why | undefined;
}

function ofExperience(
  expected: ExpectedExperience,
  item: ExplainedExperience,
  known: KnownItem | undefined,
): Outcome[] {
  const about = { kind: "experience", id: item.id, name: item.key } as const;
  const checks = checksOf(expected, item, known);
  if (checks.length === 0) return [{ ...about, expected: servedText, actual: servedText, passed: true }];
  return checks.map(({ path, expected, actual, passed, why }) => ({
    ...about,
    path: pointer(path),
    expected,
    actual,
    passed,
    ...(why === undefined ? {} : { why }),
  }));
}

function checksOf(
  { enabled, scenario, data = {}, children }: ExpectedExperience,
  item: ExplainedExperience,
  known: KnownItem | undefined,
): Check[] {
  const why = item.tried.at(-1)?.why;
  const equal = (path: readonly string[], expected: unknown, actual: unknown): Check => ({
    path,
    expected,
    actual,
    passed: jsonEqual(expected, actual),
    why,
  });
  return [
    ...(enabled === undefined ? [] : [equal(["enabled"], enabled, item.enabled)]),
    ...(scenario === undefined ? [] : [scenarioCheck(scenario, item, known)]),
    ...Object.entries(data).map(([name, value]) =>
      equal(["data", name], value, member(item.data, name) ?? null),
    ),
    ...(children === undefined ? [] : [childrenCheck(children, item, known, why)]),
  ];
}

/** Told by their keys, which say more than their ids. */
function childrenCheck(
  expected: readonly string[],
  item: ExplainedExperience,
  known: KnownItem | undefined,
  why: Why | undefined,
): Check {
  const actual = (item.children ?? []).map(({ id }) => id);
  const keyOf = (id: string) =>
    [...(known?.children ?? [])].find(([reference, of]) => of === id && reference !== id)?.[0] ?? id;
  return {
    path: ["children"],
    expected: expected.map(keyOf),
    actual: actual.map(keyOf),
    passed: jsonEqual(expected, actual),
    why,
  };
}

/** The reason is that of the expected scenario, where it was tried and did not hold; else that of the one that did. */
function scenarioCheck(id: string, item: ExplainedExperience, known: KnownItem | undefined): Check {
  const served = item.tried.at(-1);
  const tried = item.tried.find((one) => one.scenario.id === id) ?? served;
  const name = known?.scenarios.get(id);
  const passed = item.scenario.id === id;
  return {
    path: ["scenario"],
    expected: { id, name: name ?? item.tried.find((one) => one.scenario.id === id)?.scenario.name ?? id },
    actual: passed || name !== undefined ? item.scenario : goneText,
    passed,
    why: tried?.why,
  };
}
