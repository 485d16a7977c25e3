import type { ExplainedSubject } from "../../src/core/targeting/decision.ts";
import type { Pairs } from "../../src/core/targeting/event-matcher.ts";
import type { UserFields } from "../../src/core/user.ts";

/** A row of test/vectors/coercion.json. `origin`: field, metadata, or the attribute. No `actual`: it is missing. */
export interface Coercion {
  readonly origin: string;
  readonly op: string;
  readonly value: unknown;
  readonly actual?: unknown;
  readonly matched: boolean;
  readonly note: string;
}

interface CoercionCase {
  readonly rules: unknown;
  readonly facts: Partial<ExplainedSubject>;
  /** The metadata of the one event that there is. */
  readonly pairs: Pairs;
}

/** The row as a rule and as what one person has. */
export function coercionCase({ origin, op, value, actual }: Coercion): CoercionCase {
  if (origin === "field") {
    const fields = (actual === undefined ? {} : { x: actual }) as UserFields;
    return { rules: { field: "x", op, value }, facts: { fields }, pairs: [] };
  }
  if (origin === "metadata") {
    const values = actual === undefined ? [] : [actual].flat();
    const pairs = values.map((one) => ["x", String(one)] as const);
    return { rules: { event: "a/b", where: [{ key: "x", op, value }] }, facts: {}, pairs };
  }
  const isTime = origin.endsWith("At") && actual !== undefined;
  const has = isTime ? Date.parse(String(actual)) : (actual ?? null);
  return { rules: { attribute: origin, op, value }, facts: { [origin]: has }, pairs: [] };
}

const code = (value: unknown) => `\`${JSON.stringify(value).replaceAll("|", "\\|")}\``;

/** The row as docs/targeting.md has it. */
export const coercionRow = ({ op, value, actual, matched, note }: Coercion): string =>
  `| \`${op}\` ${code(value)} | ${actual === undefined ? "missing" : code(actual)} | ${matched ? "yes" : "no"} | ${note} |`;

/** The rows of one origin as a table; attributes stand together, named. */
export function coercionTable(rows: readonly Coercion[], origin: "field" | "metadata" | "attribute"): string {
  const isAttribute = (row: Coercion) => row.origin !== "field" && row.origin !== "metadata";
  const chosen = rows.filter((row) => (origin === "attribute" ? isAttribute(row) : row.origin === origin));
  const lines = chosen.map((row) =>
    origin === "attribute" ? coercionRow(row).replace("| ", `| \`${row.origin}\` `) : coercionRow(row),
  );
  return ["| rule | has | matches | |", "|---|---|---|---|", ...lines].join("\n");
}
