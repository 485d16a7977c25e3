import type { MetadataFilter, Operand, Scalar } from "../../../../core/rule.ts";

/** A condition on rows of `events AS e`, with its parameters. */
export interface EventCondition {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Longer lists are left to the engine's own matcher. */
const longestList = 20;

/**
 * What the filters say, as SQL; null where SQL can't say it. A million events then need not cross into JavaScript. A pair is
 * found as its own JSON text, in which no part of a value can be mistaken for it.
 */
export function filterSql(where: readonly MetadataFilter[]): EventCondition | null {
  const parts = where.map(conditionOf);
  if (!parts.every((part) => part !== null)) return null;
  return {
    sql: ["1", ...parts.map((part) => part.sql)].join(" AND "),
    values: parts.flatMap((part) => part.values),
  };
}

function conditionOf({ key, op, value }: MetadataFilter): EventCondition | null {
  if (op === "exists") return exists(key, value === true);
  if (op !== "equals" && op !== "in") return null;
  const wanted = scalars(value);
  if (wanted.length > longestList || (op === "equals" && typeof value === "object")) return null;
  const values = wanted.map((one) => JSON.stringify([key, String(one)]));
  return { sql: `(${values.map(() => "instr(e.pairs, ?) > 0").join(" OR ") || "0"})`, values };
}

const scalars = (operand: Operand): readonly Scalar[] => (typeof operand === "object" ? operand : [operand]);

const exists = (key: string, wanted: boolean): EventCondition => ({
  sql: `(ifnull(instr(e.pairs, ?), 0) > 0) = ${wanted ? 1 : 0}`,
  values: [`[${JSON.stringify(key)},`],
});
