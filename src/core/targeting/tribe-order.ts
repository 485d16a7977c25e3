interface Referring {
  readonly id: string;
  readonly references: readonly string[];
}

interface TribeOrder {
  /** Ids, each after all that it refers to, but for references that close a cycle: those lead to an id that comes later. */
  readonly ids: readonly string[];
  /** The first cycle found: ids along it. */
  readonly cycle: readonly string[] | null;
  /** How many references the longest way leads along. */
  readonly depth: number;
}

interface Visit {
  readonly tribe: Referring;
  next: number;
}

/**
 * The order in which Tribes can be decided, each once. References are followed depth first, Tribes in the order of the
 * Space and references in that of the rule, so that a cycle is always closed by the same one. Without recursion: Tribes may
 * refer to each other in a row of any length.
 */
export function tribeOrder(tribes: readonly Referring[]): TribeOrder {
  const byId = new Map(tribes.map((tribe) => [tribe.id, tribe]));
  const depths = new Map<string, number>();
  let cycle: readonly string[] | null = null;
  for (const start of tribes) {
    if (depths.has(start.id)) continue;
    const way: Visit[] = [{ tribe: start, next: 0 }];
    const onWay = new Set([start.id]);
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const { tribe } = visit;
      const to = tribe.references[visit.next];
      visit.next += 1;
      if (to === undefined) {
        way.pop();
        onWay.delete(tribe.id);
        depths.set(tribe.id, depthOf(tribe, depths));
      } else if (onWay.has(to)) {
        cycle ??= cycleOf(way, to);
      } else if (!depths.has(to)) {
        const next = byId.get(to);
        if (next === undefined) continue;
        way.push({ tribe: next, next: 0 });
        onWay.add(to);
      }
    }
  }
  return {
    ids: [...depths.keys()],
    cycle,
    depth: [...depths.values()].reduce((most, depth) => Math.max(most, depth), 0),
  };
}

/** References that close a cycle lead to what has no depth yet, and so don't count. */
function depthOf({ references }: Referring, depths: ReadonlyMap<string, number>): number {
  let depth = 0;
  for (const id of references) depth = Math.max(depth, (depths.get(id) ?? -1) + 1);
  return depth;
}

function cycleOf(way: readonly Visit[], to: string): readonly string[] {
  const ids = way.map((visit) => visit.tribe.id);
  return ids.slice(ids.indexOf(to));
}
