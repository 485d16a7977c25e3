import type { Collection } from "../../../core/collection.ts";
import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { PartChange } from "../../model/changed-parts.ts";
import { itemOf, type Named, type Part } from "../../model/collection-address.ts";
import type { TreeStop } from "../../parts/tree-step.ts";

export type TreeTarget = Part | Extract<Named, { kind: "collection" }>;

export const targetName = (target: TreeTarget): string =>
  target.kind === "collection" ? target.collection.name : itemOf(target).name;

/** One row of the tree, as it is shown. */
export interface TreeItem extends TreeStop {
  /** From 1, as `aria-level` counts. */
  readonly level: number;
  readonly target: TreeTarget;
  readonly change: PartChange | "unpublished" | null;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
}

interface TreeSource {
  readonly collections: readonly Collection[];
  readonly environment: EnvironmentKey;
  readonly changesOf: (collection: Collection) => ReadonlyMap<string, PartChange> | null;
  readonly isOpen: (id: string) => boolean;
  /** What is looked for; everything where it is empty. */
  readonly find: string;
}

/** The rows of the tree from top to bottom. While something is looked for, what leads to it is open. */
export function treeItems(source: TreeSource): TreeItem[] {
  const all = source.collections.map((collection) => collectionNode(collection, source));
  return flattened(found(all, source.find.trim().toLowerCase()), source, 1, null);
}

interface Node {
  readonly target: TreeTarget;
  readonly id: string;
  readonly name: string;
  readonly change: TreeItem["change"];
  /** Null where nothing can be in it. */
  readonly children: readonly Node[] | null;
}

function collectionNode(collection: Collection, { environment, changesOf }: TreeSource): Node {
  const { state } = collection.status[environment];
  const changes = changesOf(collection);
  const node = (part: Part, children: readonly Node[] | null): Node => {
    const { id, name } = itemOf(part);
    return { target: part, id, name, change: changes?.get(id) ?? null, children };
  };
  const experiences = (all: Collection["experiences"], section: Collection["sections"][number] | null) =>
    all.map((experience) => node({ kind: "experience", collection, section, experience }, null));
  return {
    target: { kind: "collection", collection },
    id: collection.id,
    name: collection.name,
    change: state === "published" ? null : state,
    children: [
      ...experiences(collection.experiences, null),
      ...collection.sections.map((section) =>
        node({ kind: "section", collection, section }, experiences(section.experiences, section)),
      ),
    ],
  };
}

/** Those that are called so, with all that leads to them and all that is in them. */
function found(nodes: readonly Node[], find: string): readonly Node[] {
  if (find === "") return nodes;
  return nodes.flatMap((node) => {
    if (node.name.toLowerCase().includes(find)) return [node];
    const children = found(node.children ?? [], find);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

function flattened(
  nodes: readonly Node[],
  source: TreeSource,
  level: number,
  parentId: string | null,
): TreeItem[] {
  return nodes.flatMap(({ children, ...node }, index) => {
    const open =
      children === null || children.length === 0 ? null : source.find.trim() !== "" || source.isOpen(node.id);
    const item = { ...node, level, open, parentId, place: index + 1, of: nodes.length };
    return [item, ...(open && children !== null ? flattened(children, source, level + 1, node.id) : [])];
  });
}
