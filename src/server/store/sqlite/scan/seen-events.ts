import { type Seen, seenLimits } from "../../../../core/seen.ts";
import { eventKey, keySpan } from "../schema.ts";
import { term } from "../term.ts";
import { entry, Frequency } from "./frequency.ts";
import type { Scope } from "./scope.ts";

/** How many of the newest events are looked at, and how many others in how many places of the history. */
const newest = 20_000;
const blocks = 32;
const blockSize = 1_000;
/** Of each thing, as many are counted before the most frequent are named. */
const counted = 1_000;

type Facts = [
  name: string,
  received: number,
  sdkName: string | null,
  sdkVersion: string | null,
  pairs: [string, string][] | null,
];

interface SeenEvent {
  readonly lastAt: number;
  times: number;
  readonly pairs: Map<string, Frequency<string>>;
}

/** What is seen in events: the newest, and others spread over the history, so that what is rare or old has its chance. */
export class SeenEvents {
  private readonly scope: Scope;
  private readonly events = new Map<string, SeenEvent>();
  private readonly names = new Frequency<string>(counted);
  private readonly versions = new Map<string, Frequency<string>>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  look(): Pick<Seen, "events" | "sdks"> {
    this.takeAll();
    const events = [...this.events].sort(([, a], [, b]) => b.times - a.times).slice(0, seenLimits.events);
    const counts = this.counts(events.map(([name]) => name));
    return {
      events: events.map(([name, { lastAt, pairs, times }]) => ({
        name,
        count: counts.get(name) ?? times,
        lastAt: new Date(lastAt).toISOString(),
        pairs: [...pairs]
          .slice(0, seenLimits.pairs)
          .map(([key, values]) => ({ key, values: values.top(seenLimits.values) })),
      })),
      sdks: this.names.top(seenLimits.others).map((name) => ({
        name,
        versions: this.versions.get(name)?.top(seenLimits.values) ?? [],
      })),
    };
  }

  /** The newest first, each once. */
  private takeAll(): void {
    const { n, db } = this.scope;
    const read = db
      .prepare(
        `SELECT min(key), json_group_array(json_array(name, received, sdk_name, sdk_version, json(pairs)))
         FROM (SELECT key, name, received, sdk_name, sdk_version, pairs FROM events WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ${blockSize})`,
      )
      .raw();
    const take = (below: number): number | null => {
      this.scope.checkpoint();
      const [first, text] = read.get(eventKey(n, 0), below) as [number | null, string];
      for (const facts of JSON.parse(text) as Facts[]) this.take(facts);
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

  private take([name, received, sdkName, sdkVersion, pairs]: Facts): void {
    const seen = entry(this.events, name, counted, () => ({ lastAt: received, times: 0, pairs: new Map() }));
    if (seen !== undefined) {
      seen.times += 1;
      for (const [key, value] of pairs ?? [])
        entry(seen.pairs, key, seenLimits.pairs, () => new Frequency<string>(counted))?.add(value);
    }
    if (sdkName === null) return;
    this.names.add(sdkName);
    if (sdkVersion !== null)
      entry(this.versions, sdkName, counted, () => new Frequency<string>(counted))?.add(sdkVersion);
  }

  /** Of all events that are kept: from the index by name, and from the tail that it does not hold yet. */
  private counts(names: readonly string[]): Map<string, number> {
    const { n, db } = this.scope;
    const [mark = 0] = (db
      .prepare("SELECT through FROM index_marks WHERE n = ? AND part = 'name'")
      .raw()
      .get(n) ?? []) as [number?];
    const tail = new Map(
      db
        .prepare("SELECT name, count(*) FROM events WHERE key > ? AND key < ? GROUP BY name")
        .raw()
        .all(eventKey(n, mark), eventKey(n, keySpan - 1)) as [string, number][],
    );
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
