import type { Collection } from "../../core/collection.ts";
import type { ExplainedExperience, Explanation } from "../../core/explanation.ts";
import { itemsIn } from "../../core/items.ts";

/** What one side has of an Experience or Section. */
export interface OutlineCell {
  /** Null where that side does not serve its Collection. */
  readonly item: ExplainedExperience | null;
  /** Of an Experience in a Section: whether the Section shows it. */
  readonly shown: boolean;
}

/** One Experience or Section, and what each side has of it. */
export interface OutlineRow {
  readonly id: string;
  readonly name: string;
  /** 1 in a Section. */
  readonly depth: 0 | 1;
  readonly cells: readonly OutlineCell[];
}

export interface OutlineGroup {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly OutlineRow[];
}

type Side = Pick<Explanation, "experiences">;

/** Every Collection resolved, as an outline: its Experiences, then each Section with what is in it, in the order served. */
export function outlineOf(sides: readonly Side[], collections: readonly Collection[]): OutlineGroup[] {
  const served = sides.flatMap(({ experiences }) => experiences.map(({ collection }) => collection));
  const keys = [...new Set([...collections.map(({ key }) => key), ...served])];
  return keys
    .map((key) =>
      groupOf(
        key,
        sides,
        collections.find((one) => one.key === key),
      ),
    )
    .filter(({ rows }) => rows.length > 0);
}

function groupOf(key: string, sides: readonly Side[], collection: Collection | undefined): OutlineGroup {
  const inIt = sides.map(({ experiences }) => experiences.filter((one) => one.collection === key));
  const names = namesIn(collection);
  const sectionOf = sectionsOf(inIt, collection);
  const ids = [...new Set(inIt.flatMap((items) => items.map(({ id }) => id)))];
  const row = (id: string, depth: 0 | 1): OutlineRow => {
    const items = inIt.map((side) => side.find((one) => one.id === id) ?? null);
    const parent = sectionOf.get(id);
    return {
      id,
      name: names.get(id) ?? items.find((one) => one !== null)?.key ?? id,
      depth,
      cells: items.map((item, side) => ({
        item,
        shown: parent === undefined || childrenOf(inIt[side], parent).includes(id),
      })),
    };
  };
  const rows = ids
    .filter((id) => !sectionOf.has(id))
    .flatMap((id) => [row(id, 0), ...inOrder(id, inIt, ids, sectionOf).map((child) => row(child, 1))]);
  return { key, name: collection?.name ?? key, rows };
}

/** A Section's Experiences as the first side that has it serves them; then those that it leaves out. */
function inOrder(
  section: string,
  inIt: readonly (readonly ExplainedExperience[])[],
  ids: readonly string[],
  sectionOf: ReadonlyMap<string, string>,
): string[] {
  const served = inIt.flatMap((side) => childrenOf(side, section));
  const mine = ids.filter((id) => sectionOf.get(id) === section);
  return [...new Set([...served.filter((id) => mine.includes(id)), ...mine])];
}

const childrenOf = (side: readonly ExplainedExperience[] | undefined, section: string): string[] =>
  side?.find(({ id }) => id === section)?.children?.map(({ id }) => id) ?? [];

/** The Section of each Experience that is in one: as the model has it, else as it is served. */
function sectionsOf(
  inIt: readonly (readonly ExplainedExperience[])[],
  collection: Collection | undefined,
): ReadonlyMap<string, string> {
  const served = inIt
    .flat()
    .flatMap(({ id, children = [] }) => children.map((child) => [child.id, id] as const));
  const modelled = (collection?.sections ?? []).flatMap(({ id, experiences }) =>
    experiences.map((one) => [one.id, id] as const),
  );
  return new Map([...served, ...modelled]);
}

const namesIn = (collection: Collection | undefined): ReadonlyMap<string, string> =>
  new Map(collection === undefined ? [] : itemsIn(collection).map(({ id, name }) => [id, name]));
