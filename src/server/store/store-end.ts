import type { EnvironmentRef } from "../../core/refs.ts";

/** A value as every store has it. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** What an environment holds, by kind. The first columns of each are its key, in whose order rows are read. */
export const tables = {
  events: {
    keys: 1,
    columns: [
      "sequence",
      "received",
      "id",
      "name",
      "known",
      "person",
      "time",
      "session",
      "experience",
      "pairs",
      "source",
      "sdk_name",
      "sdk_version",
      "original",
      "code",
      "detail",
    ],
  },
  users: {
    keys: 2,
    columns: ["known", "id", "fields", "labels", "created", "first_seen", "last_seen", "sessions", "device"],
  },
  sessions: {
    keys: 1,
    columns: ["id", "known", "person", "anonymous", "started", "sdk_name", "sdk_version", "device"],
  },
  publications: {
    keys: 2,
    columns: ["collection", "version", "published_at", "id", "published_by", "note", "content", "place"],
  },
} as const;
export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

/** Before the key of any row. */
export const beforeAll: Readonly<Record<TableName, Row>> = {
  events: [-1],
  users: [-1, ""],
  sessions: [""],
  publications: ["", -1],
};

export const keyOf = (table: TableName, row: Row): Row => row.slice(0, tables[table].keys);

export interface EnvironmentCopied extends EnvironmentRef {
  readonly lastSequence: number;
  readonly events: number;
  readonly rejected: number;
}

/** A whole store to copy from. All that it gives is of one moment. */
export interface StoreSource {
  /** Which history the sequences are of. */
  epoch(): Promise<string>;
  environments(): Promise<readonly EnvironmentCopied[]>;
  /** In the order of their keys, after one. */
  rows(environment: EnvironmentRef, table: TableName, after: Row, limit: number): Promise<readonly Row[]>;
  /** By their path in the workspace's folder. */
  documents(): Promise<ReadonlyMap<string, string>>;
  /** Oldest first. */
  audit(): Promise<readonly string[]>;
  /** Identifies the copy that goes on with it, should it begin anew. */
  readonly identity: string;
}

/** A whole store to copy to; nobody may use it before `finish`. It can be read as a source, to check it. */
export interface StoreTarget extends StoreSource {
  put(environment: EnvironmentRef, table: TableName, rows: readonly Row[]): Promise<void>;
  /** The key of the last row that is there; `beforeAll` where there is none. */
  last(environment: EnvironmentRef, table: TableName): Promise<Row>;
  putRest(rest: {
    readonly epoch: string;
    readonly environments: readonly EnvironmentCopied[];
    readonly documents: ReadonlyMap<string, string>;
    readonly audit: readonly string[];
  }): Promise<void>;
  finish(): Promise<void>;
}
