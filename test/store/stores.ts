import type { PersonRef } from "../../src/core/refs.ts";
import type { Store } from "../../src/server/store/ports.ts";
import { testPostgres } from "../helpers/postgres.ts";
import { postgres } from "./postgres.ts";
import { sqlite } from "./sqlite.ts";

/** A store that a test has for itself, and what it may look at beside the ports. */
export interface OpenedStore {
  readonly store: Store;
  /** Closes it and opens it again: `store` is another one then. */
  reopen(): Promise<void>;
  /** Until nothing is left to do behind what was acknowledged. */
  settled(): Promise<void>;
  /** The times that it keeps for rules, by selector; null for a store whose log is looked at itself. */
  readonly keptTimes: (() => Promise<readonly KeptTime[]>) | null;
  /** How many rows it has of Spaces that were dropped, and of selectors that nobody counts any more. */
  leftovers(): Promise<number>;
  remove(): Promise<void>;
}
export interface KeptTime {
  readonly selector: string;
  readonly person: PersonRef;
  readonly time: number;
  readonly sequence: number;
}

/** Every store keeps the promises of this folder. */
export const stores: readonly { readonly name: string; readonly open: () => Promise<OpenedStore> }[] = [
  sqlite,
  // Left out where there is none, out loud: see scripts/setup/postgres.mjs.
  ...(testPostgres === null ? [] : [postgres]),
];
