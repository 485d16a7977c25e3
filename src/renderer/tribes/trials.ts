import { createStore } from "zustand/vanilla";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import type { TribeTrialResult } from "../../core/tribe-trial.ts";
import type { UserKind } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import type { TribeContent } from "./tribe-draft.ts";

/** What is tried: an edit, and somebody of one environment where there is somebody. */
export interface Question {
  readonly id: string | null;
  readonly content: Pick<TribeContent, "audience" | "rules">;
  readonly environment: EnvironmentKey;
  readonly person: { readonly kind: UserKind; readonly id: string } | null;
}

export interface TrialState {
  /** Of the latest question; of an earlier one while `isOld`. */
  readonly result: TribeTrialResult | null;
  readonly isOld: boolean;
  readonly problem: string | null;
}

export type TrialsState = Readonly<Record<EnvironmentKey, TrialState>>;

/** How long a change gathers before it is counted, in ms. */
export const trialDelay = 400;
const unknown: TrialState = { result: null, isOld: true, problem: null };

/** An edit's reach in each environment. Only the latest question is asked; an older request is given up. */
export class Trials {
  readonly store = createStore<TrialsState>(() => ({
    development: unknown,
    staging: unknown,
    production: unknown,
  }));
  readonly #client: ApiClient;
  readonly #spaceId: string;
  readonly #delay: number;
  #question: Question | null = null;
  #asked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #requests: AbortController[] = [];
  #turns = 0;
  /** By environment, the turn whose answer is shown: one asked before it may be answered after it. */
  readonly #shown = new Map<EnvironmentKey, number>();

  constructor(client: ApiClient, spaceId: string, delay = trialDelay) {
    this.#client = client;
    this.#spaceId = spaceId;
    this.#delay = delay;
  }

  /** Asks anew where the question is another one; the first is asked at once. Null, for a rule that is not whole, asks nothing. */
  ask(question: Question | null): void {
    const text = JSON.stringify(question);
    if (text === this.#asked) return;
    const isFirst = this.#asked === "";
    this.#asked = text;
    this.#question = question;
    this.#giveUp();
    this.#each((one) => ({ ...one, isOld: true }));
    if (question !== null) this.#timer = setTimeout(() => void this.refresh(), isFirst ? 0 : this.#delay);
  }

  /** Asks the latest question again: time has passed, or somebody did something. */
  async refresh(only?: EnvironmentKey): Promise<void> {
    const question = this.#question;
    if (question === null) return;
    clearTimeout(this.#timer);
    if (only === undefined) this.#giveUp();
    const asked = only === undefined ? environmentKeys : [only];
    await Promise.all(asked.map((environment) => this.#try(question, environment)));
  }

  stop(): void {
    this.#giveUp();
    this.#asked = "";
  }

  async #try(question: Question, environment: EnvironmentKey): Promise<void> {
    const { id, content, person } = question;
    const turn = ++this.#turns;
    const request = new AbortController();
    this.#requests.push(request);
    const who = person !== null && environment === question.environment;
    try {
      const result = await this.#client.call("tryTribe", {
        params: { spaceId: this.#spaceId },
        query: { environment },
        body: {
          ...content,
          ...(id !== null && { id }),
          ...(who && { userId: person.id, kind: person.kind }),
        },
        signal: request.signal,
      });
      this.#note(question, environment, turn, { result, isOld: false, problem: null });
    } catch (error) {
      if (!request.signal.aborted)
        this.#note(question, environment, turn, { isOld: true, problem: inWords(error) });
    }
  }

  #note(question: Question, environment: EnvironmentKey, turn: number, state: Partial<TrialState>): void {
    if (question !== this.#question || turn < (this.#shown.get(environment) ?? 0)) return;
    this.#shown.set(environment, turn);
    this.store.setState((all) => ({ [environment]: { ...all[environment], ...state } }));
  }

  #each(change: (state: TrialState) => TrialState): void {
    const now = this.store.getState();
    this.store.setState({
      development: change(now.development),
      staging: change(now.staging),
      production: change(now.production),
    });
  }

  #giveUp(): void {
    clearTimeout(this.#timer);
    for (const request of this.#requests) request.abort();
    this.#requests = [];
  }
}
