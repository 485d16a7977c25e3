import { createStore } from "zustand/vanilla";
import type { Reach } from "../../../core/tribe.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Place } from "../../stores/stats-store.ts";

/** By the Tribe's id; null where it could not be counted. */
export type ReachState = Readonly<Record<string, Reach | null>>;

const atOnce = 2;

/** The reach of Tribes in one environment, few at a time: those that are on screen ask for theirs. */
export class ReachCounts {
  readonly store = createStore<ReachState>(() => ({}));
  readonly #client: ApiClient;
  readonly #place: Place;
  readonly #waiting = new Set<string>();
  #running = 0;
  #over = false;

  constructor(client: ApiClient, place: Place) {
    this.#client = client;
    this.#place = place;
  }

  ask(tribeId: string): void {
    this.#waiting.add(tribeId);
    this.#next();
  }

  stop(): void {
    this.#over = true;
    this.#waiting.clear();
  }

  #next(): void {
    const [tribeId] = this.#waiting;
    if (tribeId === undefined || this.#running >= atOnce) return;
    this.#waiting.delete(tribeId);
    this.#running += 1;
    void this.#count(tribeId).finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  async #count(tribeId: string): Promise<void> {
    const { spaceId, environment } = this.#place;
    const reach = await this.#client
      .call("getReach", { params: { spaceId, tribeId }, query: { environment } })
      .catch(() => null);
    if (!this.#over) this.store.setState({ [tribeId]: reach });
  }
}
