import { z } from "zod";
import { createStore } from "zustand/vanilla";
import { environmentKey, id, timestamp } from "../../../core/primitives.ts";
import { type Place, placeKey } from "../../api/place.ts";
import { type BrowserMemory, browserStorage, remember, remembered } from "../../stores/browser-memory.ts";
import { newKey } from "../../stores/new-key.ts";
import type { Removals } from "../../stores/removals.ts";
import { realNow } from "../../text/platform-clock.ts";

const entry = "understudy:recordings";
/** How many are kept of each environment. */
export const mostRecordings = 20;

const sequence = z.number().int().min(0);
const running = z.object({ after: sequence, startedAt: timestamp });
const recording = z.object({
  id,
  spaceId: id,
  environment: environmentKey,
  after: sequence,
  before: sequence,
  startedAt: timestamp,
  stoppedAt: timestamp,
  events: z.number().int().min(1),
});
const remembering = z.object({ running: z.record(z.string(), running), kept: z.array(recording) });

/** A recording that is being made: what comes behind the sequence `after`. */
export type RunningRecording = z.output<typeof running>;
/** A stretch of an environment's history between two sequences, both left out. Nothing of it is copied. */
export type Recording = z.output<typeof recording>;

type Remembered = z.output<typeof remembering>;

/** The recordings that this browser has marked, newest first, and those it is making, by place. */
export class Recordings {
  readonly store = createStore<Remembered>(() => ({ running: {}, kept: [] }));
  readonly #memory: BrowserMemory;

  constructor(memory: BrowserMemory = browserStorage) {
    this.#memory = memory;
    this.refresh();
  }

  /** Reads what another tab has changed. */
  refresh(): void {
    const read = remembering.safeParse(remembered(this.#memory, entry));
    if (read.success) this.store.setState(read.data);
  }

  /** Begins behind the newest event of the place, unless one is being made there. */
  start(place: Place, newest: number, now = new Date(realNow())): void {
    const begun = { after: newest, startedAt: now.toISOString() };
    this.#change(({ running, kept }) => ({ running: { [placeKey(place)]: begun, ...running }, kept }));
  }

  /** Ends with the newest event of the place. Null where no event came: that is not kept. */
  stop(place: Place, newest: number, now = new Date(realNow())): Recording | null {
    this.refresh();
    const { [placeKey(place)]: begun, ...others } = this.store.getState().running;
    const events = newest - (begun?.after ?? newest);
    const made =
      begun === undefined || events < 1
        ? null
        : {
            ...place,
            ...begun,
            id: newKey(),
            before: newest + 1,
            stoppedAt: now.toISOString(),
            events,
          };
    this.#change(({ kept }) => ({ running: others, kept: made === null ? kept : newestOf([made, ...kept]) }));
    return made;
  }

  /** Deletes one, with a way back. */
  remove(removals: Removals, { id: gone }: Recording): void {
    removals.offer({
      key: gone,
      said: "Deleted the recording. Its events stay",
      refused: "The recording was not deleted.",
      remove: async () =>
        this.#change(({ kept, ...rest }) => ({ ...rest, kept: kept.filter((one) => one.id !== gone) })),
    });
  }

  /** Changes what is remembered now: another tab may have changed it since. */
  #change(to: (now: Remembered) => Remembered): void {
    this.refresh();
    const { running, kept } = this.store.getState();
    const next = to({ running, kept });
    this.store.setState(next);
    remember(this.#memory, entry, next);
  }
}

/** The newest of each place. */
const newestOf = (all: readonly Recording[]): Recording[] =>
  all.filter(
    (one, index) =>
      all.slice(0, index).filter((other) => placeKey(other) === placeKey(one)).length < mostRecordings,
  );
