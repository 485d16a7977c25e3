import { itemsIn, tribesNamed } from "../../core/items.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { TribeSet } from "../../core/targeting/decision.ts";
import type { Tribe } from "../../core/tribe.ts";
import { everybody, type PeopleWalk } from "./people-walk.ts";
import { columnsFor } from "./scan-columns.ts";
import type { ScannedPerson } from "./scanned-person.ts";
import { tribesBehind } from "./tribes-behind.ts";

interface Asked {
  readonly contents: readonly CollectionContent[];
  readonly tribes: readonly Tribe[];
  readonly now: number;
  /** The most people to decide for; of more, as many are chosen, spread over all. */
  readonly most: number;
}

/** The people to decide contents for, and the Tribes that their scenarios are for, compiled. */
export interface Deciding {
  readonly of: number;
  readonly sampled: boolean;
  readonly tribes: TribeSet;
  readonly people: AsyncIterable<Iterable<ScannedPerson>>;
}

export function deciding(walk: PeopleWalk, { contents, tribes, now, most }: Asked): Deciding {
  const of = walk.users + walk.visitors;
  const every = Math.max(1, Math.ceil(of / most));
  const behind = tribesBehind(tribes, contents.flatMap(tribesOf));
  const set = compileTribes(behind);
  const columns = columnsFor(behind.map((tribe) => tribe.rules));
  const people = walk.people({ ...everybody, every, columns, selectors: set.selectors, now });
  return { of, sampled: every > 1, tribes: set, people };
}

/** The Tribes that a Collection's scenarios are for. */
const tribesOf = (content: CollectionContent): string[] =>
  itemsIn(content).flatMap(({ scenarios }) => scenarios.flatMap(tribesNamed));
