import { createStore } from "zustand/vanilla";
import type { Explanation } from "../../core/explanation.ts";
import { inWords } from "../api/api-problem.ts";

export interface ExplainedState {
  /** What the answer is about; an answer about something else is never shown. */
  readonly subject: string | null;
  /** One side for each way of deciding, e.g. draft and published. Null until the first answer. */
  readonly sides: readonly Explanation[] | null;
  /** Experiences, Sections and Tribes that came out otherwise than in the answer before, which was of the same subject. */
  readonly changed: ReadonlySet<string>;
  readonly problem: unknown;
}

export const createExplainedStore = () =>
  createStore<ExplainedState>(() => ({ subject: null, sides: null, changed: new Set(), problem: null }));
export type ExplainedStore = ReturnType<typeof createExplainedStore>;

/** Asks anew. The last answer stays where the new one does not come; an older question's answer is dropped. */
export async function refreshExplained(
  store: ExplainedStore,
  subject: string,
  ask: () => Promise<readonly Explanation[]>,
): Promise<void> {
  if (store.getState().subject !== subject) store.setState({ subject, changed: new Set(), problem: null });
  const shown = subjects.get(store);
  const turn = nextTurn();
  const isLate = () => store.getState().subject !== subject || turn < (answered.get(store) ?? 0);
  try {
    const sides = await ask();
    if (isLate()) return;
    answered.set(store, turn);
    const before = shown === subject ? store.getState().sides : null;
    subjects.set(store, subject);
    if (before !== null && decided(before) === decided(sides)) store.setState({ problem: null });
    else store.setState({ sides, changed: changedIds(before, sides), problem: null });
  } catch (error) {
    if (isLate()) return;
    // Of another subject nothing is known; of the same one the last answer is still the best.
    store.setState(shown === subject ? { problem: error } : { problem: error, sides: null });
  }
}

let turns = 0;
const nextTurn = () => ++turns;
/** The turn of the question that is answered on screen: one asked before it may be answered after it. */
const answered = new WeakMap<ExplainedStore, number>();

/** What the sides that are shown are about: between two subjects the old ones stay until the new ones come. */
const subjects = new WeakMap<ExplainedStore, string>();

export const explainedProblem = ({ problem }: ExplainedState): string | null =>
  problem === null ? null : inWords(problem);

const decided = (sides: readonly Explanation[]): string =>
  JSON.stringify(sides.map(({ user, tribes, experiences }) => [user, tribes, experiences]));

/** The ids of what came out otherwise: nothing where there was no answer before. */
export function changedIds(
  before: readonly Explanation[] | null,
  after: readonly Explanation[],
): ReadonlySet<string> {
  if (before === null) return new Set();
  return new Set(
    after.flatMap((side, index) => {
      const known = outcomes(before[index]);
      return [...outcomes(side)].filter(([id, outcome]) => known.get(id) !== outcome).map(([id]) => id);
    }),
  );
}

/** What came out, without the reasons. */
const outcomes = (side: Explanation | undefined): ReadonlyMap<string, string> =>
  new Map([
    ...(side?.tribes ?? []).map(({ id, matched }) => [id, String(matched)] as const),
    ...(side?.experiences ?? []).map(
      ({ id, enabled, data, children, scenario }) =>
        [id, JSON.stringify([enabled, data, children, scenario.id])] as const,
    ),
  ]);
