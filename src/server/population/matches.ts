import type { CollectionContent } from "../../core/publication.ts";
import type { ScenarioMatches } from "../../core/scenario-matches.ts";
import type { State } from "../../core/state.ts";
import { compileContents } from "../../core/targeting/compile-contents.ts";
import type { UserKind } from "../../core/user.ts";
import { deciding } from "./deciding.ts";
import type { Scans } from "./population-messages.ts";
import type { Scope } from "./scope.ts";

/** See `Scans.matches`. */
export function matches(scope: Scope | null, ask: Scans["matches"]["ask"]): Scans["matches"]["answer"] {
  const { content } = ask;
  const of = scope === null ? 0 : scope.users + scope.visitors;
  if (scope === null || content === null)
    return { checked: 0, of, sampled: false, experiences: content === null ? {} : nobodyIn(content) };
  const { sampled, tribes, people } = deciding(scope, { ...ask, contents: [content] });
  const { items, decide } = compileContents([content], tribes);
  const tallies = items.map(() => new Map<State, Counted>());
  let checked = 0;
  for (const person of people) {
    checked += 1;
    for (const [index, state] of decide(person).entries()) count(tallies[index], state, person.kind);
  }
  const experiences = nobodyIn(content);
  for (const [index, { id }] of items.entries())
    for (const [state, counted] of tallies[index] ?? [])
      experiences[id] = { ...experiences[id], [state.scenario.id]: counted };
  return { checked, of, sampled, experiences };
}

type Counted = ScenarioMatches["experiences"][string][string];

/** The same scenario always gives the same object, which finds its count quickest. */
function count(tally: Map<State, Counted> | undefined, state: State, kind: UserKind): void {
  const counted = tally?.get(state) ?? { users: 0, visitors: 0 };
  if (kind === "known") counted.users += 1;
  else counted.visitors += 1;
  tally?.set(state, counted);
}

/** Every scenario of the content with a count of none. */
function nobodyIn({ experiences, sections }: CollectionContent): ScenarioMatches["experiences"] {
  const decided = [...experiences, ...sections, ...sections.flatMap((section) => section.experiences)];
  return Object.fromEntries(
    decided.map(({ id, scenarios }) => [
      id,
      Object.fromEntries(scenarios.map((scenario) => [scenario.id, { users: 0, visitors: 0 }])),
    ]),
  );
}
