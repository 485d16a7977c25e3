import type { Seen } from "../../../../core/seen.ts";
import { EventsSeen, type SeenEventFacts } from "../../../population/events-seen.ts";
import { mendedRow, textOf } from "../damaged-text.ts";
import { eventKey, keySpan } from "../schema.ts";
import { term } from "../term.ts";
import type { Scope } from "./scope.ts";

/** How many of the newest events are looked at, and how many others in how many places of the history. */
const newest = 20_000;
const blocks = 32;
const blockSize = 1_000;
/** What is seen in events: the newest, and others spread over the history, so that what is rare or old has its chance. */
export class SeenEvents {
  private readonly scope: Scope;
  private readonly events = new EventsSeen();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  look(): Pick<Seen, "events" | "sdks"> {
    this.takeAll();
    return this.events.found(this.counts(this.events.names));
  }

  /** The newest first, each once. */
  private takeAll(): void {
    const { n, db } = this.scope;
    const read = db
      .prepare(
        `SELECT min(key), CAST(json_group_array(json_array(name, received, sdk_name, sdk_version, iif(json_valid(pairs), json(pairs), NULL))) AS BLOB)
         FROM (SELECT key, name, received, sdk_name, sdk_version, pairs FROM events WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ${blockSize})`,
      )
      .raw();
    const take = (below: number): number | null => {
      this.scope.checkpoint();
      const [first, bytes] = read.get(eventKey(n, 0), below) as [number | null, Uint8Array];
      for (const facts of mendedRow<SeenEventFacts[]>(bytes)) this.events.take(facts);
      return first;
    };
    let below: number | null = eventKey(n, keySpan - 1);
    for (let looked = 0; looked < newest && below !== null; looked += blockSize) below = take(below);
    if (below === null) return;
    for (const end of spread(this.firstKey(), below)) below = take(Math.min(end, below ?? end)) ?? below;
  }

  private firstKey(): number {
    const [first] = this.scope.db
      .prepare("SELECT min(key) FROM events WHERE key > ? AND key < ?")
      .raw()
      .get(eventKey(this.scope.n, 0), eventKey(this.scope.n, keySpan - 1)) as [number | null];
    return first ?? 0;
  }

  /** Counts over all events that are kept: from the index by name, and from the tail that it does not hold yet. */
  private counts(names: readonly string[]): Map<string, number> {
    const { n, db } = this.scope;
    const [mark = 0] = (db
      .prepare("SELECT through FROM index_marks WHERE n = ? AND part = 'name'")
      .raw()
      .get(n) ?? []) as [number?];
    const unindexed = db
      .prepare("SELECT CAST(name AS BLOB), count(*) FROM events WHERE key > ? AND key < ? GROUP BY name")
      .raw()
      .all(eventKey(n, mark), eventKey(n, keySpan - 1)) as [Uint8Array, number][];
    const tail = new Map(unindexed.map(([name, count]) => [textOf(name), count]));
    const indexed = db.prepare("SELECT count(*) FROM terms WHERE term = ? AND key > ? AND key <= ?").raw();
    return new Map(
      names.map((name) => {
        this.scope.checkpoint();
        const [count] = indexed.get(term(n, "name", name), eventKey(n, 0), eventKey(n, mark)) as [number];
        return [name, count + (tail.get(name) ?? 0)];
      }),
    );
  }
}

/** Where blocks end that lie evenly between two keys, the highest first. */
function spread(low: number, high: number): number[] {
  const step = Math.max(blockSize, (high - low) / blocks);
  const ends: number[] = [];
  for (let end = high; end > low && ends.length < blocks; end -= step) ends.push(Math.floor(end));
  return ends;
}
