import { createStore } from "zustand/vanilla";
import type { Replay } from "../../../core/replay.ts";
import { inWords } from "../../api/api-problem.ts";
import type { ApiClient } from "../../api/client.ts";
import { type Place, paramsOf } from "../../api/place.ts";

export interface ReplayWatchState {
  /** The one that runs, or whose end has not been put away; null where there is none. */
  readonly replay: Replay | null;
  /** The server no longer knows it: it was stopped in the middle. */
  readonly forgotten: boolean;
  /** Why it could not be stopped. */
  readonly problem: string | null;
}

const none: ReplayWatchState = { replay: null, forgotten: false, problem: null };

export const isRunning = ({ replay, forgotten }: ReplayWatchState): boolean =>
  replay?.state === "running" && !forgotten;

/** How far the replay in one environment is, and how it ended where its run was seen. */
export class ReplayWatch {
  readonly store = createStore<ReplayWatchState>(() => none);
  readonly #client: ApiClient;
  readonly #place: Place;

  constructor(client: ApiClient, place: Place) {
    this.#client = client;
    this.#place = place;
  }

  /** Asks once, and gives what is known then. What was known stays where nothing answers. @throws why it could not be read */
  async ask(): Promise<ReplayWatchState> {
    const known = this.#known;
    const { replay } = await this.#client.call("getReplay", this.#target);
    // What was started or stopped meanwhile is newer than this answer.
    if (this.#known === known) this.#take(replay);
    return this.store.getState();
  }

  async stop(): Promise<void> {
    try {
      this.#take((await this.#client.call("stopReplay", this.#target)).replay);
    } catch (error) {
      this.store.setState({ problem: `It goes on. ${inWords(error)}` });
    }
  }

  /** A replay was started here. */
  begin(replay: Replay): void {
    this.store.setState({ ...none, replay });
  }

  /** Puts the end away. */
  close(): void {
    this.store.setState(none);
  }

  get #known(): Replay | null {
    return this.store.getState().replay;
  }

  /** One that ended before anybody looked is no news. */
  #take(replay: Replay | null): void {
    const known = this.#known;
    if (replay === null) this.#forget();
    else if (replay.state === "running" && replay.id !== known?.id) this.begin(replay);
    else if (known !== null) this.store.setState({ replay, forgotten: false });
  }

  #forget(): void {
    if (isRunning(this.store.getState())) this.store.setState({ forgotten: true, problem: null });
  }

  get #target() {
    return { params: paramsOf(this.#place) };
  }
}
