import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { distributed } from "./tables.mjs";

/**
 * Every statement that the shared store sends, read from its source, and on which shards of a database it runs that is
 * distributed by the environment's number (Citus and its like).
 *
 * @typedef {{ file: string, sql: string, tables: readonly string[], runs: string, faults: readonly string[] }} Statement
 */

const folder = join(import.meta.dirname, "../../src/server/store/postgres");

/** @returns {Statement[]} */
export function listStatements() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && file !== "schema.ts")
    .sort()
    .flatMap((file) =>
      statementsIn(readFileSync(join(folder, file), "utf8")).map((sql) => lookAt(sql, file)),
    );
}

/** One may name no table of ours. */
const isStatement = (text) =>
  /(FROM|JOIN|UPDATE|INTO) understudy\./.test(text) ||
  /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|LOCK|SET|BEGIN)\b(?!,)/.test(text);

/** The texts of a source that are statements, with `{…}` for what is put into them. @param {string} source */
export function statementsIn(source) {
  /** @type {string[]} */
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const text = textOf(node, source);
    if (text !== null && isStatement(text)) found.push(text.replace(/\s+/g, " ").trim());
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(source, { lang: "ts" }).body);
  return found;
}

function textOf(node, source) {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return null;
  return node.quasis
    .map(({ value }, at) => {
      const put = node.expressions[at];
      return put === undefined ? value.cooked : `${value.cooked}{${source.slice(put.start, put.end)}}`;
    })
    .join("");
}

/**
 * What a statement needs, and what such a database would refuse.
 *
 * @param {string} sql
 * @returns {Statement}
 */
export function lookAt(sql, file = "") {
  const names = [...sql.matchAll(/(FROM|JOIN|UPDATE|INTO) understudy\.(\w+|\{\w+\})/g)].map(
    ([, verb, name]) => ({ verb, name }),
  );
  // A name that is put in is one of those with `n` as the first part of their key.
  const isSpread = (name) => distributed.includes(name) || name.startsWith("{");
  const spread = names.filter(({ name }) => isSpread(name));
  const whole = names.filter(({ name }) => !isSpread(name));
  const writes = (list) =>
    list.some(({ verb }) => verb !== "FROM" && verb !== "JOIN") ||
    (/DELETE FROM/.test(sql) && list.some(({ verb }) => verb === "FROM"));
  const inserts =
    sql.match(/INTO understudy\.(\w+|\{\w+\})( AS \w+)? \(n\b.*?\) (SELECT \$1|VALUES \(\$1)/g) ?? [];
  // What `conditions` gives begins with the environment's number.
  const bounds = sql.match(/\bn = (\$\d|\{value\(n\)\})|WHERE \{where\.sql\}/g) ?? [];
  const several = /\bn = ANY \(\$/.test(sql);
  const byReference = /\bm\.n = e\.n\b/.test(sql) && !writes(names);
  const isOne = inserts.length + bounds.length >= spread.length;
  const faults = [];
  if (spread.length > 0 && !isOne && !byReference && !(several && spread.length === 1 && !writes(spread)))
    faults.push("it is not bound to one environment");
  if (writes(spread) && writes(whole))
    faults.push("it changes a table of all nodes and one of a shard at once");
  if (/\bSET (\w+ = [^,]+, )*n = /.test(sql)) faults.push("it changes the distribution key");
  if (/advisory/i.test(sql)) faults.push("advisory locks are of one node");
  const parts = sql.match(/(INTO|UPDATE|DELETE FROM) understudy\./g) ?? [];
  const one = parts.length > 1 ? "one shard, by n, in parts" : "one shard, by n";
  const runs =
    spread.length === 0
      ? "a table of all nodes"
      : isOne
        ? one
        : several
          ? "the shards of some environments"
          : "all shards, joined by n";
  return { file, sql, tables: [...new Set(names.map(({ name }) => name))], runs, faults };
}

/** docs/reference/statements.md @param {readonly Statement[]} statements */
export function statementsPage(statements) {
  const ofTables = statements.filter(({ tables }) => tables.length > 0);
  const rows = ofTables.map(({ file, sql, tables, runs }) => {
    const shown = sql.length > 110 ? `${sql.slice(0, 110)}…` : sql;
    return `| ${file.replace(".ts", "")} | \`${shown.replaceAll("|", "\\|").replaceAll("`", "'")}\` | ${tables.join(", ")} | ${runs} |`;
  });
  return `<!-- Made by \`npm run docs\` from src/server/store/postgres. Change it there. -->

# Statements of shared servers

Every statement on a table that is sent to PostgreSQL, and where it runs in a database that is distributed by the environment's number \`n\`: [scale.md](../scale.md). A test refuses one that such a database would refuse.

| from | statement | tables | runs on |
|---|---|---|---|
${rows.join("\n")}
`;
}
