import { createStore } from "zustand/vanilla";
import type { Reach } from "../../../core/tribe.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Place } from "../../api/place.ts";

/** By the Tribe's id; null where it could not be counted. */
export type ReachState = Readonly<Record<string, Reach | null>>;

const atOnce = 2;
/** After how long without an answer another is asked for beside it, in ms. */
const slowAfter = 3000;
/** With those that are slow; a browser has six connections for all that the console asks. */
const mostAtOnce = 4;

/**
 * The reach of Tribes in one environment, few at a time, those on screen first. What is not on screen is counted only when
 * it is asked for: there may be thousands.
 */
export class ReachCounts {
  readonly store = createStore<ReachState>(() => ({}));
  readonly #client: ApiClient;
  readonly #place: Place;
  #shown: readonly string[] = [];
  #waiting = new Set<string>();
  #rest = new Set<string>();
  #running = new Set<string>();
  /** Those of them that have not been answered for a while. */
  #slow = new Set<string>();
  /** What is on screen, to be counted anew as soon as everything else is counted once. */
  #due = new Set<string>();
  readonly #stopped = new AbortController();

  constructor(client: ApiClient, place: Place) {
    this.#client = client;
    this.#place = place;
  }

  /** Says what is on screen: what came there is counted, what left it before its turn is not. */
  show(ids: readonly string[]): void {
    const before = new Set(this.#shown);
    this.#shown = ids;
    this.#due = new Set(ids.filter((id) => this.#due.has(id)));
    this.#ask(ids.filter((id) => !before.has(id) || this.#waiting.has(id)));
  }

  /** Counts what is on screen anew, and gives what is known till then; after the rest, which would have no turn where counting takes its time. */
  again(): ReachState {
    this.#due = new Set(this.#shown.filter((id) => !this.#waiting.has(id)));
    this.#fill();
    return this.store.getState();
  }

  /** Says what is counted once, whenever nothing on screen waits. */
  alsoCount(ids: readonly string[]): void {
    const known = this.store.getState();
    this.#rest = new Set(ids.filter((id) => !(id in known) && !this.#running.has(id)));
    this.#fill();
  }

  #ask(ids: readonly string[]): void {
    this.#waiting = new Set(ids);
    this.#fill();
  }

  #fill(): void {
    while (this.#hasRoom && this.#next());
  }

  get #hasRoom(): boolean {
    return this.#running.size - this.#slow.size < atOnce && this.#running.size < mostAtOnce;
  }

  stop(): void {
    this.#stopped.abort();
    this.#due.clear();
    this.#waiting.clear();
    this.#rest.clear();
  }

  /** Asks for the one whose turn it is; false where none waits. */
  #next(): boolean {
    const turns = [this.#waiting, this.#rest, this.#due];
    const tribeId = this.#firstOf(turns);
    if (tribeId === null) return false;
    for (const ids of turns) ids.delete(tribeId);
    this.#running.add(tribeId);
    const late = setTimeout(() => {
      this.#slow.add(tribeId);
      this.#fill();
    }, slowAfter);
    void this.#count(tribeId).finally(() => {
      clearTimeout(late);
      this.#slow.delete(tribeId);
      this.#running.delete(tribeId);
      this.#fill();
    });
    return true;
  }

  /** What is under way is asked for again only once it was answered. */
  #firstOf(turns: readonly ReadonlySet<string>[]): string | null {
    for (const ids of turns) for (const id of ids) if (!this.#running.has(id)) return id;
    return null;
  }

  async #count(tribeId: string): Promise<void> {
    const { spaceId, environment } = this.#place;
    const { signal } = this.#stopped;
    const reach = await this.#client
      .call("getReach", { params: { spaceId, tribeId }, query: { environment }, signal })
      .catch(() => null);
    if (!signal.aborted) this.store.setState({ [tribeId]: reach });
  }
}
