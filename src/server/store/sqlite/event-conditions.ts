import type { EventQuery } from "../events.ts";
import { globOf, inJson, isAscii, sqlGlob } from "../text-search.ts";
import { knownOf } from "./event-rows.ts";
import { sourceNumber } from "./messages.ts";

/** A LIKE pattern, with `\` as its escape, that finds the text anywhere. */
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const isOne = (column: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ sql: `AND e.${column} = ?`, values: [value] }];

function commonConditions(query: EventQuery, timeColumn: "time" | "received"): Condition[] {
  const found = [
    ...isOne("name", query.name),
    ...isOne("id", query.id),
    ...isOne("sdk_name", query.sdk),
    ...isOne("source", query.source === undefined ? undefined : sourceNumber(query.source)),
  ];
  if (query.group !== undefined) {
    found.push({ sql: "AND substr(e.name, 1, ?) = ?", values: [query.group.length + 1, `${query.group}/`] });
  }
  if (query.person !== undefined) {
    found.push({
      sql: "AND e.known = ? AND e.person = ?",
      values: [knownOf(query.person), query.person.id],
    });
  }
  if (query.from !== undefined) found.push({ sql: `AND e.${timeColumn} >= ?`, values: [query.from] });
  if (query.to !== undefined) found.push({ sql: `AND e.${timeColumn} <= ?`, values: [query.to] });
  return found;
}

function textCondition(q: string, columns: readonly string[]): Condition {
  const parts = columns.map((column) => (column === "pairs" ? pairsCondition(q) : has(`e.${column}`, q)));
  const { sql, values } = join(parts, " OR ");
  return { sql: `AND (${sql})`, values };
}

/** LIKE takes ASCII capitals for small letters by itself. */
const has = (column: string, text: string): Condition =>
  isAscii(text)
    ? { sql: `${column} LIKE ? ESCAPE '\\'`, values: [likePattern(text)] }
    : { sql: sqlGlob(column), values: [globOf(text)] };

/** Pairs are JSON: where its own marks or its escapes could be taken for text, the texts in it are looked at one by one. */
function pairsCondition(text: string): Condition {
  const inOne = has("j.atom", text);
  const each = {
    sql: `EXISTS (SELECT 1 FROM json_tree(e.pairs) AS j WHERE j.type = 'text' AND ${inOne.sql})`,
    values: inOne.values,
  };
  if (/^[,[\]]+$/.test(text)) return each;
  const quick = has("e.pairs", inJson(text));
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
  for (const pairs of query.where)
    parts.push({
      sql: `AND (${pairs.map(() => "instr(e.pairs, ?) > 0").join(" OR ")})`,
      values: pairs.map((pair) => JSON.stringify(pair)),
    });
  if (query.q !== undefined) parts.push(textCondition(query.q, ["name", "person", "session", "pairs"]));
  return join(parts);
}

export function rejectedConditions(query: EventQuery): Condition {
  const parts = commonConditions(query, "received");
  if (query.q !== undefined) parts.push(textCondition(query.q, ["name", "person"]));
  return join(parts);
}

/** Whether the rows themselves must be read to find what matches, for the index does not know. */
export const needsReading = (query: EventQuery): boolean =>
  query.session !== undefined ||
  query.sdk !== undefined ||
  query.source !== undefined ||
  query.q !== undefined ||
  query.from !== undefined ||
  query.to !== undefined;
