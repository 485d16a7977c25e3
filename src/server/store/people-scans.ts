import type { CollectionContent, DryRun } from "../../core/publication.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { ScenarioMatches } from "../../core/scenario-matches.ts";
import type { Seen } from "../../core/seen.ts";
import type { Reach, Tribe } from "../../core/tribe.ts";
import type { TribeTrialResult } from "../../core/tribe-trial.ts";
import type { UserCount } from "../../core/user.ts";
import type { UsersFound, UsersQuery } from "./ports.ts";

/** All Tribes of the Space, and which of them is asked about. `now` in ms UTC is the time of every decision. */
interface OfTribe {
  readonly tribes: readonly Tribe[];
  readonly tribeId: string;
  readonly now: number;
}

interface OfAnyTribe extends Omit<OfTribe, "tribeId"> {
  readonly tribeId: string | null;
}

/** Questions about everybody in an environment. */
export interface Scans {
  /** How many are in a Tribe, and the ids of up to 20 of them. */
  readonly reach: {
    readonly ask: OfTribe & { readonly environment: EnvironmentRef };
    readonly answer: Omit<Reach, "at">;
  };
  /** How many users and visitors each Tribe of the Space holds. */
  readonly sizes: {
    readonly ask: Omit<OfTribe, "tribeId"> & { readonly environment: EnvironmentRef };
    readonly answer: ReadonlyMap<string, number>;
  };
  /** Reach of a Tribe that is not saved, beside the one that it would take the place of. */
  readonly trial: {
    readonly ask: OfTribe & { readonly environment: EnvironmentRef; readonly savedId: string | null };
    readonly answer: {
      readonly reach: Omit<Reach, "at">;
      readonly before: Omit<Reach, "at"> | null;
      readonly added: TribeTrialResult["added"];
      readonly removed: TribeTrialResult["removed"];
    };
  };
  /** A page of those in a Tribe, or (null) of all: the order and the filters are those of the list of users. */
  readonly members: { readonly ask: OfAnyTribe & UsersQuery; readonly answer: UsersFound };
  /** How many there are of the same. */
  readonly count: {
    readonly ask: OfAnyTribe & Pick<UsersQuery, "environment" | "kind" | "q" | "label">;
    readonly answer: UserCount;
  };
  /** Who would be served something else of one Collection. Above `most` people, as many are checked, spread over all. */
  readonly affected: {
    readonly ask: {
      readonly environment: EnvironmentRef;
      readonly tribes: readonly Tribe[];
      readonly before: CollectionContent | null;
      readonly after: CollectionContent;
      readonly now: number;
      readonly most: number;
    };
    readonly answer: Omit<DryRun["affected"], "at">;
  };
  /** Who gets which scenario of one Collection; nobody where it is not published. Above `most` people as `affected`. */
  readonly matches: {
    readonly ask: {
      readonly environment: EnvironmentRef;
      readonly tribes: readonly Tribe[];
      readonly content: CollectionContent | null;
      readonly now: number;
      readonly most: number;
    };
    readonly answer: Omit<ScenarioMatches, "at">;
  };
  /** What events and people have shown, for suggestions. */
  readonly seen: { readonly ask: { readonly environment: EnvironmentRef }; readonly answer: Seen };
}
export type ScanName = keyof Scans;

/** Each can be given up by its signal, and rejects with the signal's reason then. */
export type PeopleScans = {
  readonly [N in ScanName]: (ask: Scans[N]["ask"], signal?: AbortSignal) => Promise<Scans[N]["answer"]>;
};
