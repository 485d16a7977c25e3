import { byReference } from "../../core/by-reference.ts";
import type { ExpectedExperience, Persona } from "../../core/persona.ts";
import { findItem, type KnownItem } from "../../core/personas/known-items.ts";
import { type FieldError, invalid, pointer } from "../../core/problem.ts";
import type { Tribe } from "../../core/tribe.ts";

/** What expectations may refer to. */
interface Referable {
  readonly tribes: readonly Tribe[];
  readonly items: ReadonlyMap<string, KnownItem>;
  /** What the persona expected before: that may stay, though it is gone. */
  readonly before: Persona["expected"] | null;
}

type Fail = (path: readonly PropertyKey[], detail: string) => void;

/** Expectations whose references stand by id. @throws Problem invalid-body with the place of each that names nothing */
export function resolvedExpectations(
  { tribes, experiences }: Persona["expected"],
  referable: Referable,
): Persona["expected"] {
  const errors: FieldError[] = [];
  const fail: Fail = (path, detail) =>
    errors.push({ path: pointer(["expected", ...path]), detail: detail.slice(0, 300) });
  const made = {
    tribes: tribes.map(({ tribe, member }, index) => {
      const found = byReference(referable.tribes, tribe);
      if (found === undefined) fail(["tribes", index, "tribe"], `names no Tribe of this Space: ${tribe}`);
      return { tribe: found?.id ?? tribe, member };
    }),
    experiences: experiences.map((one, index) =>
      resolvedExperience(one, referable, (path, detail) => fail(["experiences", index, ...path], detail)),
    ),
  };
  if (errors.length > 0) throw invalid(errors);
  return made;
}

function resolvedExperience(
  expected: ExpectedExperience,
  { items, before }: Referable,
  fail: Fail,
): ExpectedExperience {
  const { experience, scenario, children } = expected;
  const kept = before?.experiences.filter((one) => one.experience === experience) ?? [];
  const item = findItem(items, experience);
  if (item === undefined) {
    if (kept.length === 0)
      fail(["experience"], `names no Experience or Section of this Space: ${experience}`);
    return expected;
  }
  const isKept = kept.some((one) => one.scenario === scenario);
  if (scenario !== undefined && !item.scenarios.has(scenario) && !isKept)
    fail(["scenario"], `names no scenario of ${item.key}: ${scenario}`);
  const known = new Set(kept.flatMap((one) => one.children ?? []));
  return {
    ...expected,
    experience: item.id,
    ...(children === undefined ? {} : { children: resolvedChildren(children, item, known, fail) }),
  };
}

function resolvedChildren(
  children: readonly string[],
  item: KnownItem,
  known: ReadonlySet<string>,
  fail: Fail,
): string[] {
  if (item.children === null) fail(["children"], `belong to a Section, and ${item.key} is none`);
  return children.map((reference, index) => {
    const id = item.children?.get(reference);
    if (id === undefined && item.children !== null && !known.has(reference))
      fail(["children", index], `names no Experience of ${item.key}: ${reference}`);
    return id ?? reference;
  });
}
