import { beginningOf, cutTo } from "../../core/characters.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { LogFollower } from "../log/log-follower.ts";
import type { IngestItem } from "../store/events.ts";
import type { Store } from "../store/ports.ts";

/** The most of a refused event that is kept, in characters: it is for looking at, and the ring must stay bounded. */
const keptOfRefused = 4096;

/** When senders of a paused platform may come again, in seconds. */
const retryAfterPause = "5";

interface IngestParts {
  readonly store: Pick<Store, "log">;
  readonly clock: PlatformClock;
  readonly log: Pick<LogFollower, "appended">;
  /** Somebody's fields are others now. */
  readonly onIdentified: (environment: EnvironmentRef, person: PersonRef) => void;
}

/** Takes events of every protocol into the log. */
export class IngestService {
  private readonly parts: IngestParts;
  private paused = false;
  private refusedItems = 0;

  constructor(parts: IngestParts) {
    this.parts = parts;
  }

  /** Whether the operator has paused ingestion: nothing is taken, and senders are asked to come again. */
  get isPaused(): boolean {
    return this.paused;
  }

  pause(paused: boolean): void {
    this.paused = paused;
  }

  /** How many events of this run were refused. */
  get refused(): number {
    return this.refusedItems;
  }

  /**
   * `history`: what is laid came when it happened (in ms UTC), and whoever lays it says when people were there.
   *
   * @throws Problem busy while ingestion is paused, or more waits to be stored than the queue holds
   */
  async submit(
    environment: EnvironmentRef,
    items: readonly IngestItem[],
    history: { readonly receivedAt: number } | null = null,
  ): Promise<void> {
    if (items.length === 0) return;
    if (this.paused) throw pausedProblem();
    const { store, clock, log, onIdentified } = this.parts;
    const receivedAt = history?.receivedAt ?? clock.now();
    const batch = { environment, receivedAt, items: items.map(kept), ...(history && { isHistory: true }) };
    const sequences = await store.log.append(batch);
    this.refusedItems += items.filter(({ kind }) => kind === "refused").length;
    log.appended(batch, sequences);
    for (const [at, item] of items.entries())
      if (item.kind === "event" && item.fields !== undefined && sequences[at] !== 0)
        onIdentified(environment, item.event.person);
  }
}

/** Nothing is lost: every SDK keeps what got a 503 and sends it again. */
const pausedProblem = (): Problem =>
  new Problem("busy", "The operator has paused ingestion. Keep the events, and send them again later.", {
    headers: { "Retry-After": retryAfterPause },
  });

/** A refused event as it is kept: its texts cut, and of what was sent its beginning where it is long. */
function kept(item: IngestItem): IngestItem {
  if (item.kind !== "refused") return item;
  const { event } = item;
  const { person } = event;
  return {
    kind: "refused",
    event: {
      ...event,
      id: beginningOf(event.id, 200),
      name: event.name === null ? null : beginningOf(event.name, 200),
      person: person && { ...person, id: beginningOf(person.id, 200) },
      original: keptOriginal(event.original),
    },
  };
}

function keptOriginal(original: unknown): unknown {
  const text = JSON.stringify(original) ?? "null";
  const cut = cutTo(text, keptOfRefused);
  return cut === text ? (original ?? null) : cut;
}
