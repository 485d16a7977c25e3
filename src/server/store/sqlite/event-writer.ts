import { eventGroup } from "../../../core/event-group.ts";
import type { NewEvent, RefusedEvent } from "../events.ts";
import { pairsText } from "../events.ts";
import type { EnvironmentState, EnvironmentTable } from "./environment-table.ts";
import type { EventIndexer } from "./event-indexer.ts";
import { knownOf } from "./event-rows.ts";
import { sourceNumber } from "./messages.ts";
import { type Db, eventKey, type Statement } from "./schema.ts";
import { pairTerm, personTerm, term } from "./term.ts";

/** How many rejected events an environment keeps: a ring, the oldest leave first. */
const rejectedKept = 10_000;
const ringSlack = 256;

/** Appends events, each id once in an environment. */
export class EventWriter {
  private readonly environments: EnvironmentTable;
  private readonly indexer: EventIndexer;
  /** By environment: hashes of the ids that the index does not hold yet, with their keys. */
  private readonly recent = new Map<number, Map<number, number>>();
  private readonly insert: Statement;
  private readonly insertRejected: Statement;
  private readonly trimRejected: Statement;
  private readonly hasId: Statement;
  private readonly indexedIds: Statement;
  private readonly unindexed: Statement;

  constructor(db: Db, environments: EnvironmentTable, indexer: EventIndexer) {
    this.environments = environments;
    this.indexer = indexer;
    this.insert = db.prepare(`INSERT INTO events VALUES (${Array(22).fill("?").join(",")})`);
    this.insertRejected = db.prepare(`INSERT INTO rejected VALUES (${Array(12).fill("?").join(",")})`);
    this.trimRejected = db.prepare(
      "DELETE FROM rejected WHERE key > ?1 AND key <= (SELECT key FROM rejected WHERE key > ?1 AND key < ?2 ORDER BY key DESC LIMIT 1 OFFSET ?3)",
    );
    this.hasId = db.prepare("SELECT 1 FROM events WHERE key = ? AND id = ?").raw();
    this.indexedIds = db
      .prepare(
        "SELECT t.term, t.key FROM json_each(?) AS wanted CROSS JOIN terms AS t ON t.term = wanted.value",
      )
      .raw();
    this.unindexed = db.prepare("SELECT h_id, key FROM events WHERE key > ? AND key <= ?").raw();
  }

  /** Ids of these events that are stored and indexed already, by hash. One statement for the whole job. */
  findIndexed(state: EnvironmentState, events: readonly NewEvent[]): Map<number, number[]> {
    const hashes = events.map(({ id }) => term(state.n, "id", id));
    const found = new Map<number, number[]>();
    if (this.indexer.through(state.n, "id") === 0) return found;
    for (const [hash, key] of this.indexedIds.all(JSON.stringify(hashes)) as [number, number][]) {
      found.set(hash, [...(found.get(hash) ?? []), key]);
    }
    return found;
  }

  /** Appends one event. Gives its sequence, or 0 where an event with this id is there already. */
  append(
    state: EnvironmentState,
    event: NewEvent,
    receivedAt: number,
    indexed: ReadonlyMap<number, readonly number[]>,
  ): number {
    const { id, name, person, pairs, sdk, experienceId } = event;
    const hash = term(state.n, "id", id);
    const recent = this.recentOf(state);
    const candidates = [
      ...(indexed.get(hash) ?? []),
      ...(recent.has(hash) ? [recent.get(hash) as number] : []),
    ];
    if (candidates.some((key) => this.hasId.get(key, id) !== undefined)) return 0;
    state.lastSequence += 1;
    state.events += 1;
    const key = eventKey(state.n, state.lastSequence);
    const pairHashes = pairs.map((pair) => pairTerm(state.n, pair.key, pair.value));
    this.insert.run([
      key,
      id,
      name,
      knownOf(person),
      person.id,
      Math.round(event.time),
      receivedAt,
      event.sessionId,
      experienceId,
      pairsText(pairs),
      sourceNumber(event.source),
      sdk?.name ?? null,
      sdk?.version ?? null,
      textOf(event.original),
      hash,
      term(state.n, "name", name),
      term(state.n, "group", eventGroup(name)),
      personTerm(state.n, person.kind, person.id),
      experienceId === null ? null : term(state.n, "experience", experienceId),
      pairHashes[0] ?? null,
      pairHashes[1] ?? null,
      pairHashes[2] ?? null,
    ]);
    recent.set(hash, key);
    this.environments.touch(state);
    return state.lastSequence;
  }

  /** Keeps a refused event in the ring and gives its sequence. */
  reject(state: EnvironmentState, event: RefusedEvent, receivedAt: number): number {
    state.lastSequence += 1;
    state.rejected += 1;
    const { id, name, person, code, detail, source, sdk, original } = event;
    this.insertRejected.run([
      eventKey(state.n, state.lastSequence),
      id,
      name,
      person === null ? null : knownOf(person),
      person?.id ?? null,
      receivedAt,
      code,
      detail,
      sourceNumber(source),
      sdk?.name ?? null,
      sdk?.version ?? null,
      textOf(original),
    ]);
    if (state.rejected % ringSlack === 0)
      this.trimRejected.run(eventKey(state.n, 0), eventKey(state.n + 1, 0), rejectedKept);
    this.environments.touch(state);
    return state.lastSequence;
  }

  /** Forgets recent ids that the index holds by now, or all of them after a rollback (they are read again when needed). */
  forget(all: boolean): void {
    for (const [n, recent] of this.recent) {
      const indexedThrough = eventKey(n, this.indexer.through(n, "id"));
      if (all) this.recent.delete(n);
      else {
        // They are in the order of their keys.
        for (const [hash, key] of recent) {
          if (key > indexedThrough) break;
          recent.delete(hash);
        }
      }
    }
  }

  private recentOf(state: EnvironmentState): Map<number, number> {
    const found = this.recent.get(state.n);
    if (found !== undefined) return found;
    const rows = this.unindexed.all(
      eventKey(state.n, this.indexer.through(state.n, "id")),
      eventKey(state.n + 1, 0),
    ) as [number, number][];
    const made = new Map(rows);
    this.recent.set(state.n, made);
    return made;
  }
}

const textOf = (original: unknown): string | null =>
  original === undefined ? null : JSON.stringify(original);
