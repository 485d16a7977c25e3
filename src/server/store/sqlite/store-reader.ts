import { parentPort } from "node:worker_threads";
import type { EnvironmentRef } from "../../../core/refs.ts";
import { answerSize, type Figures, type StoredSession } from "../ports.ts";
import { deviceFacts } from "../user-record.ts";
import { asBytes, rowOf } from "./damaged-text.ts";
import { EventQueries } from "./event-queries.ts";
import type { AnsweredQuery, AskedQuery, FromReader, Queries, QueryName, ToReader } from "./messages.ts";
import { PublicationQueries } from "./publication-queries.ts";
import { RuleQueries } from "./rule-queries.ts";
import { type Db, damageOf, eventKey, keySpan, moveLog, openForReading, prepared } from "./schema.ts";
import { UserQueries } from "./user-queries.ts";
import { raise } from "./worker-entry.ts";

type StatsRow = [n: number, events: number, rejected: number, users: number, visitors: number, last: number];
type SessionRow = [
  environment: EnvironmentRef["environment"],
  known: number,
  person: string,
  started: number,
  sdkName: string,
  sdkVersion: string,
  device: string,
];

type Answers = { readonly [N in QueryName]: (query: Queries[N]["ask"]) => Queries[N]["answer"] };

/** The thread that answers questions about data.db, beside the one that writes it. */
class Reader {
  private readonly db: Db;
  private readonly events: EventQueries;
  private readonly users: UserQueries;
  private readonly rules: RuleQueries;
  private readonly published: PublicationQueries;
  private readonly answers: Answers;

  constructor(path: string) {
    this.db = openForReading(path);
    this.events = new EventQueries(this.db);
    this.users = new UserQueries(this.db);
    this.rules = new RuleQueries(this.db);
    this.published = new PublicationQueries(this.db);
    this.answers = {
      eventsBefore: ({ filter, before, limit }) =>
        this.inEnvironment(filter.environment, (n) =>
          this.events.before(n, filter, Math.min(before, this.lastSequence(n) + 1), {
            events: limit,
            size: answerSize,
          }),
        ) ?? {
          events: [],
          searched: 0,
          searchedAt: null,
        },
      eventCounts: (query) =>
        this.inEnvironment(query.filter.environment, (n) =>
          this.events.counts(n, query, this.lastSequence(n)),
        ) ?? { accepted: [], rejected: [], through: 0, older: 0 },
      eventsAfter: ({ filter, after, limit, size = answerSize }) =>
        this.inEnvironment(filter.environment, (n) =>
          this.events.after(n, filter, after, { events: limit, size }, this.lastSequence(n)),
        ) ?? { events: [], through: after },
      lastSequences: (environments) =>
        environments.map((ref) => this.inEnvironment(ref, (n) => this.lastSequence(n)) ?? 0),
      behind: () => this.behind(),
      damage: () => damageOf(this.db),
      moveLog: () => moveLog(this.db),
      figures: (ref) => this.figures(ref),
      user: ({ environment, id, kind }) =>
        this.inEnvironment(environment, (n) => this.users.one(n, id, kind)),
      users: (query) =>
        this.inEnvironment(query.environment, (n) => this.users.list(n, query)) ?? {
          users: [],
          size: 0,
          through: null,
        },
      session: (query) => this.session(query),
      ...this.ruleAnswers(),
      ...this.publicationAnswers(),
    };
  }

  /** Reads at one moment: marks, index and tail must fit together, while the writer moves them. */
  atOneMoment<T>(work: () => T): T {
    this.db.exec("BEGIN");
    try {
      return work();
    } finally {
      this.db.exec("COMMIT");
    }
  }

  answer<N extends QueryName>(name: N, query: Queries[N]["ask"]): Queries[N]["answer"] {
    return this.answers[name](query);
  }

  close(): void {
    this.db.close();
  }

  private ruleAnswers(): Pick<Answers, "ruleTimes" | "countedEvents" | "selectorMark"> {
    return {
      ruleTimes: ({ environment, person, selectors, since, known }) =>
        this.inEnvironment(environment, (n) => this.rules.times(n, person, selectors, since, known)) ?? {
          through: 0,
          last: 0,
          times: selectors.map(() => []),
        },
      countedEvents: ({ environment, person, requests }) =>
        this.inEnvironment(environment, (n) => this.rules.events(n, person, requests)) ??
        requests.map(() => ({ count: 0, events: [] })),
      selectorMark: (environment) => this.inEnvironment(environment, (n) => this.rules.mark(n)) ?? 0,
    };
  }

  private publicationAnswers(): Pick<Answers, "publications" | "publication" | "latestVersion"> {
    return {
      publications: (query) => this.published.list(query),
      publication: ({ environment, collectionId, version }) =>
        this.inEnvironment(environment, (n) => this.published.one(n, collectionId, version)),
      latestVersion: ({ environment, collectionId }) =>
        this.inEnvironment(environment, (n) => this.published.latestVersion(n, collectionId)) ?? 0,
    };
  }

  private inEnvironment<T>(ref: EnvironmentRef, work: (n: number) => T): T | null {
    const row = prepared(this.db, "SELECT n FROM environments WHERE space = ? AND environment = ?").get(
      ref.spaceId,
      ref.environment,
    ) as [number] | undefined;
    return row === undefined ? null : work(row[0]);
  }

  /** Of everything that was stored, also of what is no longer kept. */
  private lastSequence(n: number): number {
    const [last] = prepared(this.db, "SELECT last_sequence FROM environments WHERE n = ?").get(n) as [number];
    return last;
  }

  private figures(ref: EnvironmentRef): Figures {
    const row = this.db
      .prepare(
        "SELECT n, events, rejected, users, visitors, last_sequence FROM environments WHERE space = ? AND environment = ?",
      )
      .raw()
      .get(ref.spaceId, ref.environment) as StatsRow | undefined;
    if (row === undefined)
      return { events: 0, rejected: 0, users: 0, visitors: 0, lastSequence: 0, lastEvent: null };
    const [n, events, rejected, users, visitors, lastSequence] = row;
    return { events, rejected, users, visitors, lastSequence, lastEvent: this.events.last(n, keySpan - 1) };
  }

  private behind(): Queries["behind"]["answer"] {
    const rows = this.db
      .prepare(
        "SELECT n, seen_through, last_sequence FROM environments WHERE seen_through < last_sequence AND space NOT LIKE 'deleted %'",
      )
      .raw()
      .all() as [n: number, through: number, last: number][];
    const first = this.db
      .prepare("SELECT received FROM events WHERE key > ? AND key <= ? ORDER BY key LIMIT 1")
      .raw();
    const times = rows.flatMap(
      ([n, through, last]) =>
        (first.get(eventKey(n, through), eventKey(n, last)) as [number] | undefined) ?? [],
    );
    return {
      events: rows.reduce((sum, [, through, last]) => sum + last - through, 0),
      since: times.length === 0 ? null : Math.min(...times),
    };
  }

  private session({ spaceId, id }: Queries["session"]["ask"]): StoredSession | null {
    const row = prepared(
      this.db,
      `SELECT ${asBytes("e.environment, s.known, s.person, s.started, s.sdk_name, s.sdk_version, s.device")}
       FROM sessions AS s JOIN environments AS e ON e.n = s.n WHERE s.id = ? AND e.space = ?`,
    ).get(id, spaceId) as [Uint8Array] | undefined;
    const found = row === undefined ? null : rowOf<SessionRow>(row[0]);
    if (found === null) return null;
    const [environment, known, person, startedAt, name, version, device] = found;
    return {
      id,
      environment: { spaceId, environment },
      person: { kind: known === 1 ? "known" : "visitor", id: person },
      startedAt,
      sdk: { name, version },
      device: deviceFacts(device),
    };
  }
}

let reader: Reader | null = null;
const post = (message: FromReader) => parentPort?.postMessage(message);

function receive(message: ToReader): void {
  if (message.type === "open") {
    reader = new Reader(message.path);
    return;
  }
  if (message.type === "close") {
    reader?.close();
    post({ type: "closed" });
    parentPort?.close();
    return;
  }
  const asked = JSON.parse(message.asked) as AskedQuery[];
  while (asked.length > 0) post({ type: "answered", answers: answersOf(asked) });
}

/** How long answers wait to be sent together with others, in ms. */
const together = 1;

/** Answers the first questions of a list, and takes them off it. */
function answersOf(asked: AskedQuery[]): string {
  const began = performance.now();
  const answers: string[] = [];
  const some = () => {
    do {
      const [next] = asked.splice(0, 1);
      if (next !== undefined) answers.push(JSON.stringify(answerOf(next)));
    } while (asked.length > 0 && performance.now() - began < together);
  };
  // Who holds on to one moment of the log can't move it; the thread that does is asked nothing else.
  if (reader === null || asked[0]?.name === "moveLog") some();
  else reader.atOneMoment(some);
  return `[${answers.join()}]`;
}

function answerOf({ id, name, query }: AskedQuery): AnsweredQuery {
  try {
    if (reader === null) throw new Error("the database is not open");
    return { id, answer: reader.answer(name, query as Queries[QueryName]["ask"]) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", receive);
parentPort?.on("messageerror", raise);
