import { isDeepStrictEqual } from "node:util";
import type { DryRun } from "../../core/publication.ts";
import type { State } from "../../core/state.ts";
import type { Decider } from "../../core/targeting/decision.ts";
import type { Subject } from "../../core/targeting/subject.ts";

type Change = Omit<DryRun["affected"]["sample"][number], "userId">;
/** Where an item stands among the decisions before and after; -1 where it is not decided. */
interface Pair {
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** Compares what people are served before and after a change. */
export class StateChanges {
  private readonly before: Decider;
  private readonly after: Decider;
  private readonly pairs: readonly Pair[];
  /** The same scenario always gives the same object, so that few pairs of states are ever compared. */
  private readonly same = new Map<State | null, Map<State | null, boolean>>();

  constructor(before: Decider, after: Decider) {
    this.before = before;
    this.after = after;
    this.pairs = pairsOf(before, after);
  }

  /** The first thing, in the order of the Collection, that the person would be served otherwise; null where there is none. */
  firstFor(subject: Subject): Change | null {
    const before = this.before.decide(subject);
    const after = this.after.decide(subject);
    for (const pair of this.pairs) {
      const [one, other] = [before[pair.before] ?? null, after[pair.after] ?? null];
      if (!this.isSame(one, other)) return { experience: pair.key, before: shown(one), after: shown(other) };
    }
    return null;
  }

  private isSame(one: State | null, other: State | null): boolean {
    const known = this.same.get(one) ?? new Map<State | null, boolean>();
    this.same.set(one, known);
    const found = known.get(other) ?? isDeepStrictEqual(shown(one), shown(other));
    known.set(other, found);
    return found;
  }
}

function pairsOf(before: Decider, after: Decider): Pair[] {
  const earlier = new Map(before.items.map(({ id }, index) => [id, index]));
  const later = new Set(after.items.map(({ id }) => id));
  return [
    ...after.items.map(({ id, key }, index) => ({ key, before: earlier.get(id) ?? -1, after: index })),
    ...before.items.flatMap(({ id, key }, index) =>
      later.has(id) ? [] : [{ key, before: index, after: -1 }],
    ),
  ];
}

/** What of a state is served; the scenario and the reason may change without anybody seeing it. */
function shown(state: State | null) {
  if (state === null) return null;
  const { enabled, data, children } = state;
  return children === undefined ? { enabled, data } : { enabled, data, children };
}
