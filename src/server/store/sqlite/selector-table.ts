import type { MetadataFilter } from "../../../core/rule.ts";
import { eventMatcher } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import { asBytes, rowOf } from "./damaged-text.ts";
import type { EnvironmentState } from "./environment-table.ts";
import type { IndexMarks } from "./index-marks.ts";
import type { Db } from "./schema.ts";
import { term } from "./term.ts";

/** The part of the index that holds the times of what event rules count. */
export const selectorsPart = "selectors";

/** A selector as the store counts it. */
export interface CountedSelector {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly nameHash: number;
  /** Events after this sequence are counted as they come; those up to it are back-filled. */
  readonly since: number;
  /** How far they are. */
  readonly filled: number;
  matches(pairs: readonly (readonly [string, string])[]): boolean;
}

type Row = [key: string, name: string, nameHash: number, filters: string, since: number, filled: number];

interface OfEnvironment {
  readonly all: readonly CountedSelector[];
  readonly byName: ReadonlyMap<string, readonly CountedSelector[]>;
  /** As a JSON list, for a query. */
  readonly nameHashes: string;
}

/** Which events rules count in each environment: the table, and the same compiled in memory. */
export class SelectorTable {
  private readonly db: Db;
  private readonly marks: IndexMarks;
  private readonly known = new Map<number, OfEnvironment>();
  private leaving: number[] | null = null;

  constructor(db: Db, marks: IndexMarks) {
    this.db = db;
    this.marks = marks;
  }

  of(n: number): readonly CountedSelector[] {
    return this.compiled(n).all;
  }

  named(n: number, name: string): readonly CountedSelector[] {
    return this.compiled(n).byName.get(name) ?? [];
  }

  nameHashes(n: number): string {
    return this.compiled(n).nameHashes;
  }

  /** Ids of selectors that are gone, whose times are still there. */
  gone(): readonly number[] {
    this.leaving ??= (
      this.db.prepare("SELECT id FROM selectors WHERE key IS NULL").raw().all() as [number][]
    ).map(([id]) => id);
    return this.leaving;
  }

  /** Makes these the environment's selectors. Touches nothing where they are that already. */
  set(state: EnvironmentState, wanted: readonly Selector[]): void {
    const current = this.of(state.n);
    const wantedByKey = new Map(wanted.map((one) => [one.key, one]));
    const currentKeys = new Set(current.map((one) => one.key));
    const gone = current.filter((one) => !wantedByKey.has(one.key));
    const added = [...wantedByKey.values()].filter((one) => !currentKeys.has(one.key));
    if (gone.length === 0 && added.length === 0) return;
    // Nothing was counted before, so there is nothing to catch up with: all that exists is back-filled.
    if (current.length === 0) this.marks.move(state.n, selectorsPart, state.lastSequence);
    this.release(gone);
    this.insert(state.n, added);
    this.forget();
  }

  /** Removes the selectors of a Space's environments. */
  drop(spaceId: string): void {
    this.db
      .prepare(
        "UPDATE selectors SET key = NULL WHERE key IS NOT NULL AND n IN (SELECT n FROM environments WHERE space = ?)",
      )
      .run(spaceId);
    this.forget();
  }

  /** After a change or a rollback memory is read anew. */
  forget(): void {
    this.known.clear();
    this.leaving = null;
  }

  private release(gone: readonly Pick<CountedSelector, "id">[]): void {
    const mark = this.db.prepare("UPDATE selectors SET key = NULL WHERE id = ?");
    for (const { id } of gone) mark.run(id);
  }

  private insert(n: number, added: readonly Selector[]): void {
    const since = this.marks.through(n, selectorsPart);
    const insert = this.db.prepare(
      "INSERT INTO selectors (n, key, name, h_name, filters, since, filled) VALUES (?, ?, ?, ?, ?, ?, 0)",
    );
    for (const { key, name, where } of added)
      insert.run([n, key, name, term(n, "name", name), JSON.stringify(where), since]);
  }

  private compiled(n: number): OfEnvironment {
    const found = this.known.get(n);
    if (found !== undefined) return found;
    const made = grouped(this.load(n));
    this.known.set(n, made);
    return made;
  }

  private load(n: number): CountedSelector[] {
    const rows = this.db
      .prepare(
        `SELECT id, ${asBytes("key, name, h_name, filters, since, filled")} FROM selectors WHERE n = ? AND key IS NOT NULL`,
      )
      .raw()
      .all(n) as [number, Uint8Array][];
    return rows.flatMap(([id, bytes]) => {
      const row = rowOf<Row>(bytes);
      if (row === null) {
        // It is counted anew, from the events, as soon as somebody asks for it.
        this.release([{ id }]);
        this.leaving = null;
        return [];
      }
      const [key, name, nameHash, filters, since, filled] = row;
      const matches = eventMatcher(JSON.parse(filters) as MetadataFilter[]);
      return [{ id, key, name, nameHash, since, filled, matches }];
    });
  }
}

function grouped(all: readonly CountedSelector[]): OfEnvironment {
  const byName = new Map<string, CountedSelector[]>();
  for (const selector of all) {
    const sameName = byName.get(selector.name);
    if (sameName === undefined) byName.set(selector.name, [selector]);
    else sameName.push(selector);
  }
  return { all, byName, nameHashes: JSON.stringify([...new Set(all.map((one) => one.nameHash))]) };
}
