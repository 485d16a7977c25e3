import { publishedDocument, schemaVersion } from "../../../core/documents.ts";
import { environmentKeys } from "../../../core/primitives.ts";
import { eventProblemCodes } from "../../../core/problem.ts";
import { readRule } from "../../../core/targeting/read-rule.ts";
import { asBytes, rowOf } from "./damaged-text.ts";
import { publicationColumns, publicationOf } from "./publication-queries.ts";
import { type Db, eventKey, keySpan, lastEnvironment, ofEnvironment } from "./schema.ts";

/** SQL that gives 1 where a column holds what is read from it. */
type Check = (column: string) => string;

const orNull =
  (check: Check): Check =>
  (column) =>
    `${column} IS NULL OR (${check(column)})`;
const whole =
  (least: number, most: number): Check =>
  (column) =>
    `typeof(${column}) = 'integer' AND ${column} BETWEEN ${least} AND ${most}`;
const oneOf =
  (texts: readonly string[]): Check =>
  (column) =>
    `${column} IN (${texts.map((one) => `'${one}'`).join()})`;

const text: Check = (column) => `typeof(${column}) = 'text'`;
const count = whole(0, Number.MAX_SAFE_INTEGER);
const known = whole(0, 1);
const day = 86_400_000;
/** What has a year of four digits; a clock may be set to hours beyond, in a zone that is not UTC. */
const [earliest, latest] = [
  Date.parse("0000-01-01T00:00:00Z") - day,
  Date.parse("9999-12-31T23:59:59Z") + day,
];
const time = whole(earliest, latest);
const place = whole(earliest, Number.MAX_SAFE_INTEGER);
/** A sequence that many others may follow. */
const sequence = whole(0, keySpan / 2);
const environment = whole(1, lastEnvironment);
const key = whole(eventKey(1, 1), Number.MAX_SAFE_INTEGER);

/** SQLite takes what stands before a U+0000 for all of it, and whoever parses it does not. */
const json: Check = (column) =>
  `typeof(${column}) = 'text' AND json_valid(${column}) AND instr(${column}, char(0)) = 0`;
/** JSON that is right in itself, too; that is asked of nothing else. */
const jsonThat =
  (isRight: Check): Check =>
  (column) =>
    `CASE WHEN ${json(column)} THEN ${isRight(column)} ELSE 0 END`;
const labels = jsonThat(
  (column) =>
    `${column} = '[]' OR (json_type(${column}) = 'array' AND NOT EXISTS (SELECT 1 FROM json_each(${column}) AS j WHERE j.type <> 'text'))`,
);
/** Most fields have none of the marks of what they may not hold, and need not be looked at one by one. */
const fields = jsonThat(
  (column) => `json_type(${column}) = 'object' AND (
    (instr(${column}, '[') = 0 AND instr(${column}, 'null') = 0 AND instr(substr(${column}, instr(${column}, '{') + 1), '{') = 0)
    OR NOT EXISTS (SELECT 1 FROM json_tree(${column}) AS j
      WHERE j.type = 'null' OR (j.type = 'object' AND j.parent IS NOT NULL) OR (j.type = 'array' AND j.parent > 0)))`,
);
const device = jsonThat((column) =>
  [
    `json_type(${column}) = 'object'`,
    ...["platform", "locale", "timeZone"].map(
      (name) => `coalesce(json_type(${column}, '$.${name}'), 'null') IN ('text', 'null')`,
    ),
  ].join(" AND "),
);
/** One to three pairs of two texts. */
const pairs = jsonThat((column) => {
  const isPair = (at: number) =>
    `json_array_length(${column}, '$[${at}]') = 2 AND json_type(${column}, '$[${at}][0]') = 'text' AND json_type(${column}, '$[${at}][1]') = 'text'`;
  return `CASE json_array_length(${column}) WHEN 1 THEN ${isPair(0)} WHEN 2 THEN ${isPair(0)} AND ${isPair(1)}
    WHEN 3 THEN ${isPair(0)} AND ${isPair(1)} AND ${isPair(2)} ELSE 0 END`;
});

const sdk = { sdk_name: orNull(text), sdk_version: orNull(text) };
const hash = orNull(count);

/** Each table with all of its columns. */
export const rightRows: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  environments: {
    n: environment,
    space: text,
    environment: oneOf(environmentKeys),
    last_sequence: sequence,
    events: count,
    rejected: count,
    users: count,
    visitors: count,
    seen_through: sequence,
  },
  events: {
    ...{ key, id: text, name: text, known, person: text, time, received: time },
    ...{ session: orNull(text), experience: orNull(text), pairs: orNull(pairs), source: count, ...sdk },
    original: orNull(json),
    ...{ h_id: hash, h_name: hash, h_group: hash, h_person: hash, h_experience: hash },
    ...{ h_pair1: hash, h_pair2: hash, h_pair3: hash },
  },
  terms: { term: count, key },
  person_times: { person: count, name: count, time, key },
  moments: { n: environment, time, key },
  index_marks: { n: environment, part: text, through: sequence },
  rejected: {
    ...{
      key,
      id: orNull(text),
      name: orNull(text),
      known: orNull(known),
      person: orNull(text),
      received: time,
    },
    ...{ code: oneOf(eventProblemCodes), detail: text, source: count, ...sdk, original: orNull(json) },
  },
  users: {
    ...{ n: environment, known, id: text, fields, labels, created: time, first_seen: orNull(time) },
    ...{ last_seen: orNull(time), sessions: count, device: orNull(device) },
  },
  sessions: {
    ...{ id: text, n: environment, known, person: text, anonymous_id: orNull(text), started: time },
    ...{ sdk_name: text, sdk_version: text, device },
  },
  selectors: {
    ...{ id: count, n: environment, key: orNull(text), name: text, h_name: count, filters: json },
    ...{ since: sequence, filled: sequence },
  },
  rule_times: { selector: count, known, person: text, time, key },
  publications: {
    ...{ n: environment, collection: text, version: whole(1, Number.MAX_SAFE_INTEGER), id: text },
    ...{ published_at: time, published_by: text, note: orNull(text), content: json, place },
  },
  deleted_users: { n: environment, known, id: text, through: sequence },
  facts: { name: text, value: text },
};

/** The first column that holds something other than what is read from it, as `table.column`; null where none does. */
export function wrongColumn(db: Db): string | null {
  for (const [table, checks] of Object.entries(rightRows)) {
    const all = Object.entries(checks).map(([column, check]) => ({ column, isRight: `(${check(column)})` }));
    const first = `CASE ${all.map(({ column, isRight }) => `WHEN ${isRight} IS NOT 1 THEN '${column}'`).join(" ")} END`;
    const areRight = all.map(({ isRight }) => isRight).join(" AND ");
    const found = db
      .prepare(`SELECT ${first} FROM ${table} WHERE (${areRight}) IS NOT 1 LIMIT 1`)
      .raw()
      .get() as [string] | undefined;
    if (found !== undefined) return `${table}.${found[0]}`;
  }
  for (const column of needed) if (!isUtf8(db, column)) return column;
  const stray = strayColumn(db);
  if (stray !== null) return stray;
  if (hasEventsAhead(db)) return "environments.last_sequence";
  if (!areRules(db)) return "selectors.filters";
  return isHistoryRight(db) ? null : "publications.content";
}

/** Texts without which the store does not open. Elsewhere a text that is not UTF-8 is shown as damaged. */
const needed = [
  "environments.space",
  "environments.environment",
  "index_marks.part",
  "facts.name",
  "facts.value",
];

function isUtf8(db: Db, column: string): boolean {
  const [table] = column.split(".");
  const rows = db
    .prepare(`SELECT ${asBytes(column)} FROM ${table}`)
    .raw()
    .iterate();
  for (const [bytes] of rows as Iterable<[Uint8Array]>) if (rowOf(bytes) === null) return false;
  return true;
}

/** Rows of an environment that is not there: the next one of its number would have them. */
function strayColumn(db: Db): string | null {
  const places = [
    ...[...ofEnvironment.n, "sessions", "index_marks"].map((table) => ({ table, column: "n", n: "n" })),
    ...ofEnvironment.key.map((table) => ({ table, column: "key", n: `key / ${keySpan}` })),
  ];
  const stray = places.find(({ table, n }) => {
    const query = `SELECT 1 FROM ${table} WHERE ${n} NOT IN (SELECT n FROM environments) LIMIT 1`;
    return db.prepare(query).raw().get() !== undefined;
  });
  return stray === undefined ? null : `${stray.table}.${stray.column}`;
}

/** Events beyond an environment's last sequence: the next ones would take their keys. */
const hasEventsAhead = (db: Db): boolean =>
  ["events", "rejected"].some(
    (table) =>
      db
        .prepare(
          `SELECT 1 FROM environments AS e WHERE EXISTS (SELECT 1 FROM ${table} WHERE key > e.n * ${keySpan} + e.last_sequence AND key < (e.n + 1) * ${keySpan})`,
        )
        .raw()
        .get() !== undefined,
  );

function areRules(db: Db): boolean {
  const rows = db
    .prepare(`SELECT ${asBytes("name, filters, key")} FROM selectors`)
    .raw()
    .iterate();
  for (const [bytes] of rows as Iterable<[Uint8Array]>) {
    const [event, filters] = rowOf<[string, string]>(bytes) ?? [];
    if (filters === undefined || "issues" in readRule({ event, where: JSON.parse(filters) })) return false;
  }
  return true;
}

/** Whether each version could be served again, as a document that holds it alone. */
function isHistoryRight(db: Db): boolean {
  const rows = db
    .prepare(
      `SELECT ${asBytes("p.content")}, ${publicationColumns} FROM publications AS p JOIN environments AS e ON e.n = p.n`,
    )
    .raw()
    .iterate();
  for (const [text, row] of rows as Iterable<[Uint8Array, Uint8Array]>) {
    const [content] = rowOf<[string]>(text) ?? ["null"];
    const publication = publicationOf(row);
    const { environment } = publication;
    const collections = [{ publication, content: JSON.parse(content) }];
    if (!publishedDocument.safeParse({ schemaVersion, environment, revision: 0, collections }).success)
      return false;
  }
  return true;
}
