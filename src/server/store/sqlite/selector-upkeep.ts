import type { EnvironmentState } from "./environment-table.ts";
import type { IndexMarks } from "./index-marks.ts";
import { type EventFacts, factsAsJson, factsOf, type RuleTimes } from "./rule-times.ts";
import { type Db, eventKey, removeFirst, repeatable, sequenceOf } from "./schema.ts";
import type { CountedSelector, SelectorTable } from "./selector-table.ts";

/** How many rows one step takes: the longest that a commit waits for it. */
const stepSize = 1_024;
/** While events come, a step is followed by a rest that is so many times as long. */
const restFactor = 2;

/** Selectors of one environment that are back-filled together: they count events of one name, and are equally far. */
interface Filling {
  readonly n: number;
  readonly selectors: readonly CountedSelector[];
  readonly from: number;
  readonly to: number;
}

/**
 * Back-fills new selectors from events that were there before them, and removes the times of those that are gone, step by step.
 * Each step writes how far it got, so that after a crash it goes on there.
 */
export class SelectorUpkeep {
  private readonly db: Db;
  private readonly marks: IndexMarks;
  private readonly selectors: SelectorTable;
  private readonly times: RuleTimes;
  private restUntil = 0;

  constructor(db: Db, marks: IndexMarks, selectors: SelectorTable, times: RuleTimes) {
    this.db = db;
    this.marks = marks;
    this.selectors = selectors;
    this.times = times;
  }

  /** One step in a transaction of its own. False where nothing is left to do, or where it rests because events come (`idle` false). */
  step(environments: readonly EnvironmentState[], idle: boolean): boolean {
    const started = performance.now();
    if (!idle && started < this.restUntil) return false;
    const filling = this.nextFilling(environments);
    const [gone] = this.selectors.gone();
    if (filling === null && gone === undefined) return false;
    repeatable(this.db, () => {
      if (filling !== null) this.fill(filling);
      else if (gone !== undefined) this.remove(gone);
    });
    this.selectors.forget();
    const ended = performance.now();
    this.restUntil = ended + (ended - started) * restFactor;
    return true;
  }

  private nextFilling(environments: readonly EnvironmentState[]): Filling | null {
    for (const { n } of environments) {
      // The index knows which events have a name, as far as it goes.
      const indexed = this.marks.through(n, "name");
      const first = this.selectors.of(n).find((one) => one.filled < one.since && one.filled < indexed);
      if (first === undefined) continue;
      const together = this.selectors
        .named(n, first.name)
        .filter((one) => one.filled === first.filled && one.since === first.since);
      return { n, selectors: together, from: first.filled, to: Math.min(first.since, indexed) };
    }
    return null;
  }

  private fill({ n, selectors, from, to }: Filling): void {
    const events = this.eventsNamed(n, selectors[0]?.nameHash ?? 0, from, to);
    const name = selectors[0]?.name;
    const stoppedAt = this.times.add(events, (other) => (other === name ? selectors : []));
    const last = events.length < stepSize ? null : (events.at(-1)?.[0] ?? null);
    const through = stoppedAt ?? last;
    this.db
      .prepare("UPDATE selectors SET filled = ? WHERE id IN (SELECT value FROM json_each(?))")
      .run(through === null ? to : sequenceOf(through), JSON.stringify(selectors.map((one) => one.id)));
  }

  private eventsNamed(n: number, nameHash: number, from: number, to: number): EventFacts[] {
    const [text] = this.db
      .prepare(
        `SELECT ${factsAsJson()} FROM (SELECT e.key, e.name, e.pairs FROM terms AS t CROSS JOIN events AS e ON e.key = t.key
         WHERE t.term = ? AND t.key > ? AND t.key <= ? ORDER BY t.key LIMIT ${stepSize}) AS e`,
      )
      .raw()
      .get(nameHash, eventKey(n, from), eventKey(n, to)) as [Uint8Array | null];
    return factsOf(text);
  }

  private remove(id: number): void {
    const removed = removeFirst(this.db, "rule_times", "selector, known, person, time, key", id, stepSize);
    if (removed < stepSize) this.db.prepare("DELETE FROM selectors WHERE id = ?").run(id);
  }
}
