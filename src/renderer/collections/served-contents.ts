import { createStore } from "zustand/vanilla";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { CollectionContent, PublishedCollection } from "../../core/publication.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";

/** One version of a Collection in one environment. */
export interface VersionName {
  readonly spaceId: string;
  readonly collectionId: string;
  readonly environment: EnvironmentKey;
  readonly version: number;
}

export type ServedVersion =
  | { readonly phase: "loading" }
  | {
      readonly phase: "ready";
      readonly publication: PublishedCollection["publication"];
      readonly content: CollectionContent;
    }
  | { readonly phase: "failed"; readonly reason: string };

/** Always the same one, so that nothing is drawn anew for it. */
const loading: ServedVersion = { phase: "loading" };

const keyOf = ({ spaceId, collectionId, environment, version }: VersionName): string =>
  `${spaceId}/${collectionId}/${environment}/${version}`;

/** What published versions hold. A version never changes, so each is asked for once. */
export class ServedContents {
  readonly store = createStore<{ readonly byVersion: Readonly<Record<string, ServedVersion>> }>(() => ({
    byVersion: {},
  }));
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  of(name: VersionName, state = this.store.getState()): ServedVersion {
    return state.byVersion[keyOf(name)] ?? loading;
  }

  /** Asks for a version that is not known yet, or could not be read before. */
  async load(name: VersionName): Promise<void> {
    const known = this.store.getState().byVersion[keyOf(name)];
    if (known !== undefined && known.phase !== "failed") return;
    this.#keep(name, loading);
    const { spaceId, collectionId, environment, version } = name;
    try {
      const params = { spaceId, collectionId, environment, version: String(version) };
      this.#keep(name, { phase: "ready", ...(await this.#client.call("getPublication", { params })) });
    } catch (error) {
      this.#keep(name, { phase: "failed", reason: inWords(error) });
    }
  }

  #keep(name: VersionName, one: ServedVersion): void {
    const { byVersion } = this.store.getState();
    this.store.setState({ byVersion: { ...byVersion, [keyOf(name)]: one } });
  }
}
