import { itemsIn } from "../../core/items.ts";
import type { CollectionContent } from "../../core/publication.ts";
import type { ScenarioMatches } from "../../core/scenario-matches.ts";
import type { State } from "../../core/state.ts";
import { compileContents } from "../../core/targeting/compile-contents.ts";
import type { UserKind } from "../../core/user.ts";
import type { Scans } from "../store/people-scans.ts";
import { deciding } from "./deciding.ts";
import { lookAt, type PeopleWalk } from "./people-walk.ts";

/** See `Scans.matches`. */
export async function matches(
  walk: PeopleWalk | null,
  ask: Scans["matches"]["ask"],
): Promise<Scans["matches"]["answer"]> {
  const { content } = ask;
  const of = walk === null ? 0 : walk.users + walk.visitors;
  if (walk === null || content === null)
    return { checked: 0, of, sampled: false, experiences: content === null ? {} : nobodyIn(content) };
  const { sampled, tribes, people } = deciding(walk, { ...ask, contents: [content] });
  const { items, decide } = compileContents([content], tribes);
  const tallies = items.map(() => new Map<State, Counted>());
  let checked = 0;
  await lookAt(people, (person) => {
    checked += 1;
    for (const [index, state] of decide(person).entries()) count(tallies[index], state, person.kind);
  });
  const experiences = nobodyIn(content);
  for (const [index, { id }] of items.entries())
    for (const [state, counted] of tallies[index] ?? [])
      experiences[id] = { ...experiences[id], [state.scenario.id]: counted };
  return { checked, of, sampled, experiences };
}

type Counted = ScenarioMatches["experiences"][string][string];

/** The same scenario always gives the same object, so its count is quickly found. */
function count(tally: Map<State, Counted> | undefined, state: State, kind: UserKind): void {
  const counted = tally?.get(state) ?? { users: 0, visitors: 0 };
  if (kind === "known") counted.users += 1;
  else counted.visitors += 1;
  tally?.set(state, counted);
}

/** Every scenario of the content with a count of none. */
const nobodyIn = (content: CollectionContent): ScenarioMatches["experiences"] =>
  Object.fromEntries(
    itemsIn(content).map(({ id, scenarios }) => [
      id,
      Object.fromEntries(scenarios.map((scenario) => [scenario.id, { users: 0, visitors: 0 }])),
    ]),
  );
