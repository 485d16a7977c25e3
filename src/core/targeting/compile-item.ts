import type { CollectionContent, PublishedExperience, PublishedSection } from "../publication.ts";
import type { Schedule } from "../scenario.ts";
import type { State } from "../state.ts";
import {
  compileScenario,
  type Reference,
  type ScenarioTargeting,
  type Targeting,
} from "./compile-scenario.ts";
import type { Item } from "./decision.ts";
import { always, never } from "./rule-node.ts";
import { experienceState, sectionState } from "./served-state.ts";
import type { Subject } from "./subject.ts";

/** A scenario: whom it is for, and what they get. */
interface CompiledScenario {
  readonly targeting: ScenarioTargeting;
  readonly state: State;
}

/** An Experience or Section: its scenarios in order, the default one apart. */
export interface CompiledItem {
  readonly item: Item;
  readonly collection: string;
  readonly scenarios: readonly CompiledScenario[];
  readonly byDefault: CompiledScenario;
  readonly schedules: readonly Schedule[];
  readonly decide: (subject: Subject) => State;
}

/** What a Collection has to decide: its Experiences, then each Section with the Experiences in it. */
export function compileItems(content: CollectionContent, reference: Reference): CompiledItem[] {
  const experience = (one: PublishedExperience) => compileExperience(one, content, reference);
  return [
    ...content.experiences.flatMap(experience),
    ...content.sections.flatMap((section) => [
      ...compileSection(section, content, reference),
      ...section.experiences.flatMap(experience),
    ]),
  ];
}

function compileExperience(
  experience: PublishedExperience,
  content: CollectionContent,
  reference: Reference,
): CompiledItem[] {
  const { id, typeId, scenarios } = experience;
  const key = `${content.key}.${experience.key}`;
  const properties = content.types.find((type) => type.id === typeId)?.properties ?? [];
  return compileRows(
    { id, key, kind: "experience", properties },
    content.key,
    scenarios.map((row, index) => ({
      row,
      state: experienceState(key, row, index === scenarios.length - 1, properties),
    })),
    reference,
  );
}

function compileSection(
  section: PublishedSection,
  content: CollectionContent,
  reference: Reference,
): CompiledItem[] {
  const { id, scenarios } = section;
  const key = `${content.key}.${section.key}`;
  const typeIds = new Map(section.experiences.map((one) => [one.id, one.typeId]));
  return compileRows(
    { id, key, kind: "section", properties: [] },
    content.key,
    scenarios.map((row, index) => ({
      row,
      state: sectionState(key, row, index === scenarios.length - 1, typeIds),
    })),
    reference,
  );
}

interface Row {
  readonly row: Targeting;
  readonly state: State;
}

/** Nothing is served of what has no scenario, not even a default one. */
function compileRows(
  item: Item,
  collection: string,
  rows: readonly Row[],
  reference: Reference,
): CompiledItem[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const others = rows.slice(0, -1);
  const scenarios = others.map(({ row, state }) => ({
    targeting: compileScenario(item.id, row, reference),
    state,
  }));
  const byDefault = { targeting: { rule: { all: [] }, test: always, asksBucket: never }, state: last.state };
  const schedules = others.flatMap(({ row }) => row.schedule ?? []);
  return [{ item, collection, scenarios, byDefault, schedules, decide: firstMatch(scenarios, last.state) }];
}

/** The state of the first scenario that holds, or else the default. A few scenarios are the usual: they cost no loop. */
function firstMatch(scenarios: readonly CompiledScenario[], byDefault: State): (subject: Subject) => State {
  const tests = scenarios.map((scenario) => scenario.targeting.test);
  const states = scenarios.map((scenario) => scenario.state);
  const [a = never, b = never, c = never] = tests;
  const [stateA = byDefault, stateB = byDefault, stateC = byDefault] = states;
  if (tests.length === 0) return () => byDefault;
  if (tests.length === 1) return (subject) => (a(subject) ? stateA : byDefault);
  if (tests.length <= 3) {
    return (subject) => {
      if (a(subject)) return stateA;
      if (b(subject)) return stateB;
      return c(subject) ? stateC : byDefault;
    };
  }
  return (subject) => {
    for (let index = 0; index < tests.length; index += 1) {
      if (tests[index]?.(subject) === true) return states[index] ?? byDefault;
    }
    return byDefault;
  };
}
