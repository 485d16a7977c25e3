import type { EnvironmentState } from "./environment-table.ts";
import type { IndexMarks } from "./index-marks.ts";
import type { IndexPart } from "./index-parts.ts";
import { type Db, eventKey, repeatable } from "./schema.ts";

/** From this many events on, a part is indexed even while events keep coming: the tail that queries scan stays bounded. */
const tailLimit = 65_536;
/** How many events one step takes, at least and at most: longer runs share more pages. */
const stepSize = { least: 512, most: 4_096 };
/** How long a step is to take, in ms: a commit waits for it. On a large file, whose pages are cold, fewer events fit into that. */
const stepTime = 10;

/**
 * Indexes events in bulk, behind the writer: appending touches one page, indexing one event would touch eight at random
 * places. Sorted runs of thousands share those pages. Each part has a mark, the sequence through which it is complete;
 * queries look beyond the mark themselves, so nothing is ever missing from an answer.
 */
export class EventIndexer {
  private readonly db: Db;
  private readonly marks: IndexMarks;
  private readonly parts: readonly IndexPart[];
  private readonly now: () => number;
  /** How many events each part's next step takes. */
  private readonly sizes = new Map<string, number>();

  /** `now`: a time that goes on evenly, in ms. */
  constructor(db: Db, marks: IndexMarks, parts: readonly IndexPart[], now = () => performance.now()) {
    this.db = db;
    this.marks = marks;
    this.parts = parts;
    this.now = now;
  }

  through(n: number, part: string): number {
    return this.marks.through(n, part);
  }

  /** The sequence through which every part holds the environment's events. */
  throughAll(n: number): number {
    return Math.min(
      ...this.parts.filter((part) => part.needed(n)).map((part) => this.marks.through(n, part.name)),
    );
  }

  /** One step of work for the part that lags most, where that is `lag` events or more; false where none does. Its own transaction. */
  step(environments: Iterable<EnvironmentState>, lag: number = tailLimit): boolean {
    let most = { by: lag - 1, go: null as (() => void) | null };
    for (const state of environments)
      for (const part of this.parts) {
        const by = state.lastSequence - this.through(state.n, part.name);
        if (by > most.by && part.needed(state.n)) most = { by, go: () => this.advance(state, part) };
      }
    most.go?.();
    return most.go !== null;
  }

  private advance({ n, lastSequence }: EnvironmentState, part: IndexPart): void {
    const size = this.sizes.get(part.name) ?? stepSize.least;
    const began = this.now();
    const from = this.through(n, part.name);
    const to = Math.min(lastSequence, from + size);
    try {
      repeatable(this.db, () => {
        this.marks.move(n, part.name, part.index(n, eventKey(n, from), eventKey(n, to)));
      });
    } catch (error) {
      this.marks.reload();
      throw error;
    }
    const took = this.now() - began;
    if (took > stepTime) this.sizes.set(part.name, Math.max(stepSize.least, size / 2));
    else if (took < stepTime / 2 && to === from + size)
      this.sizes.set(part.name, Math.min(stepSize.most, size * 2));
  }
}
