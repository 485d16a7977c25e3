import { createStore } from "zustand/vanilla";
import type { ContentChoice } from "../../core/explanation.ts";
import type { PersonaRun } from "../../core/persona-run.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import type { Removals } from "../stores/removals.ts";

/** Where personas are run: the draft, which no environment changes, and what each environment serves. */
export const runPlaces = ["draft", ...environmentKeys] as const;
export type RunPlace = (typeof runPlaces)[number];

export type OnePersonaRun = PersonaRun["personas"][number];

export interface PersonaRunsState {
  readonly runs: Readonly<Partial<Record<RunPlace, PersonaRun>>>;
  readonly running: boolean;
  readonly problem: string | null;
}

const choiceOf = (place: RunPlace): { environment: EnvironmentKey; content: ContentChoice } =>
  place === "draft"
    ? { environment: "development", content: "draft" }
    : { environment: place, content: "published" };

/** The last run of a Space's personas in each place. */
export class PersonaRuns {
  readonly store = createStore<PersonaRunsState>(() => ({ runs: {}, running: false, problem: null }));
  readonly #client: ApiClient;
  readonly #removals: Removals;
  readonly #spaceId: string;
  /** Grows with every run: what an earlier one brings is out of date. */
  #asked = 0;

  constructor(client: ApiClient, removals: Removals, spaceId: string) {
    this.#client = client;
    this.#removals = removals;
    this.#spaceId = spaceId;
  }

  /** Runs all of them everywhere, without what is being deleted. The last results stay until the new ones come. */
  async run(): Promise<void> {
    const asked = ++this.#asked;
    this.store.setState({ running: true });
    try {
      await this.#removals.settle(this.#spaceId);
      const params = { spaceId: this.#spaceId };
      const runs = await Promise.all(
        runPlaces.map(async (place) => {
          const run = await this.#client.call("runPersonas", { params, query: choiceOf(place), body: {} });
          return [place, run] as const;
        }),
      );
      if (asked !== this.#asked) return;
      this.store.setState({ runs: Object.fromEntries(runs), running: false, problem: null });
    } catch (error) {
      if (asked === this.#asked) this.store.setState({ running: false, problem: inWords(error) });
    }
  }
}

/** One persona's result in a place; undefined before the first run, and of one that is newer than it. */
export const runOf = (
  { runs }: Pick<PersonaRunsState, "runs">,
  place: RunPlace,
  id: string,
): OnePersonaRun | undefined => runs[place]?.personas.find((one) => one.id === id);
