import type { Db } from "../schema.ts";

/** One environment as one moment of data.db has it. */
export interface Scope {
  readonly db: Db;
  readonly n: number;
  readonly users: number;
  readonly visitors: number;
  /** To be called between chunks. @throws Stopped where nobody wants the answer any more */
  checkpoint(): void;
}

/** The scan was given up. */
export class Stopped extends Error {}
