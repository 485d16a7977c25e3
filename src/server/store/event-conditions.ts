import { eventGroup } from "../../core/event.ts";
import type { UserKind } from "../../core/user.ts";
import type { EventQuery, EventRecord } from "./messages.ts";
import { foldCase, inPairs, likePattern, spellings } from "./text-search.ts";

/** SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const knownNumber = (kind: UserKind): number => (kind === "known" ? 1 : 0);

const isOne = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ sql: `AND e.${column} = ?`, values: [value] }];

function commonConditions(query: EventQuery, timeColumn: "time" | "received"): Condition[] {
  const found = [
    ...isOne("name", query.name),
    ...isOne("id", query.id),
    ...isOne("sdk_name", query.sdk),
    ...isOne("source", query.source),
  ];
  if (query.group !== undefined) {
    found.push({ sql: "AND substr(e.name, 1, ?) = ?", values: [query.group.length + 1, `${query.group}/`] });
  }
  if (query.person !== undefined) {
    found.push({
      sql: "AND e.known = ? AND e.person = ?",
      values: [knownNumber(query.person.kind), query.person.id],
    });
  }
  if (query.from !== undefined) found.push({ sql: `AND e.${timeColumn} >= ?`, values: [query.from] });
  if (query.to !== undefined) found.push({ sql: `AND e.${timeColumn} <= ?`, values: [query.to] });
  return found;
}

/** A text in any of the columns. LIKE takes ASCII capitals for small letters by itself. */
function textCondition(q: string, columns: readonly string[]): Condition {
  const parts = spellings(q).flatMap((spelling) =>
    columns.map((column) =>
      column === "pairs" ? pairsCondition(spelling) : likeCondition(column, spelling),
    ),
  );
  const { sql, values } = join(parts, " OR ");
  return { sql: `AND (${sql})`, values };
}

const likeCondition = (column: string, text: string): Condition => ({
  sql: `e.${column} LIKE ? ESCAPE '\\'`,
  values: [likePattern(text)],
});

/** Pairs are JSON: where its own marks or its escapes could be taken for text, the texts in it are looked at one by one. */
function pairsCondition(text: string): Condition {
  const each = {
    sql: "EXISTS (SELECT 1 FROM json_tree(e.pairs) AS j WHERE j.type = 'text' AND j.atom LIKE ? ESCAPE '\\')",
    values: [likePattern(text)],
  };
  if (/^[,[\]]+$/.test(text)) return each;
  const quick = likeCondition("pairs", inPairs(text));
  return {
    sql: `(${quick.sql} AND (instr(e.pairs, '\\') = 0 OR ${each.sql}))`,
    values: [...quick.values, ...each.values],
  };
}

const join = (parts: readonly Condition[], between = " "): Condition => ({
  sql: parts.map((part) => part.sql).join(between),
  values: parts.flatMap((part) => part.values),
});

/** What the row itself must say: the index only says where to look. A pair is found as its own JSON text. */
export function acceptedConditions(query: EventQuery): Condition {
  const parts = [
    ...commonConditions(query, "time"),
    ...isOne("session", query.session),
    ...isOne("experience", query.experience),
  ];
  for (const pair of query.where)
    parts.push({ sql: "AND instr(e.pairs, ?) > 0", values: [JSON.stringify(pair)] });
  if (query.q !== undefined) parts.push(textCondition(query.q, ["name", "person", "session", "pairs"]));
  return join(parts);
}

export function rejectedConditions(query: EventQuery): Condition {
  const parts = commonConditions(query, "received");
  if (query.q !== undefined) parts.push(textCondition(query.q, ["name", "person"]));
  return join(parts);
}

/** Whether no rejected event can match: what these filters ask for is not kept of one. */
export const spareRejected = (query: EventQuery): boolean =>
  query.status === "accepted" ||
  query.experience !== undefined ||
  query.session !== undefined ||
  query.where.length > 0;

/** Whether the rows themselves must be read to find what matches, for the index does not know. */
export const needsReading = (query: EventQuery): boolean =>
  query.session !== undefined ||
  query.sdk !== undefined ||
  query.source !== undefined ||
  query.q !== undefined ||
  query.from !== undefined ||
  query.to !== undefined;

/** Whether an event that has just arrived fits a stream's filter: the same rules as the SQL above. */
export function recordMatches(query: EventQuery, record: EventRecord): boolean {
  const isRejected = record.problem !== null;
  if (query.status !== undefined && (query.status === "rejected") !== isRejected) return false;
  if (isRejected && spareRejected(query)) return false;
  return (
    same(query.sequence, record.sequence) &&
    same(query.id, record.id) &&
    same(query.name, record.name) &&
    same(query.session, record.session) &&
    same(query.experience, record.experience) &&
    same(query.sdk, record.sdkName) &&
    same(query.source, record.source) &&
    (query.group === undefined || (record.name !== null && eventGroup(record.name) === query.group)) &&
    (query.person === undefined || isBy(query.person, record.person)) &&
    (query.from === undefined || record.time >= query.from) &&
    (query.to === undefined || record.time <= query.to) &&
    (query.q === undefined || textMatches(query.q, record)) &&
    query.where.every((pair) => record.pairs?.includes(JSON.stringify(pair)) === true)
  );
}

const same = <T>(wanted: T | undefined, found: T | null): boolean => wanted === undefined || wanted === found;

const isBy = (wanted: NonNullable<EventQuery["person"]>, found: EventRecord["person"]): boolean =>
  found?.kind === wanted.kind && found.id === wanted.id;

function textMatches(q: string, { name, person, session, pairs }: EventRecord): boolean {
  const inMetadata = pairs === null ? [] : (JSON.parse(pairs) as [string, string][]).flat();
  const texts = [name ?? "", person?.id ?? "", session ?? "", ...inMetadata].map(foldCase);
  return spellings(q).some((spelling) => texts.some((text) => text.includes(foldCase(spelling))));
}
