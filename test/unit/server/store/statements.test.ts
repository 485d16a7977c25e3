import { expect, test } from "vitest";
import { listStatements, lookAt, statementsIn } from "../../../../scripts/reference/statements.mjs";

test("no statement of the shared store is one that a database distributed by environments would refuse", () => {
  const statements = listStatements();
  expect(statements.length).toBeGreaterThan(80);
  expect(statements.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test("one that names no table of ours is looked at, too", () => {
  const source = 'await client.rows("SELECT pg_advisory_xact_lock($1)", ["SELECT, INSERT"]);';
  const found = statementsIn(source).flatMap((sql) => lookAt(sql).faults);
  expect(found).toEqual(["advisory locks are of one node"]);
});

test.each([
  ["SELECT name FROM understudy.events WHERE n = $1 AND person = $2", "one shard, by n", []],
  ["SELECT name FROM understudy.events WHERE person = $2", "", ["it is not bound to one environment"]],
  [
    "SELECT 1 FROM understudy.events AS e JOIN understudy.users AS u ON u.id = e.person WHERE e.n = $1",
    "",
    ["it is not bound to one environment"],
  ],
  ["UPDATE understudy.marks SET events = 0 WHERE n = ANY ($1)", "", ["it is not bound to one environment"]],
  [
    "DELETE FROM understudy.users WHERE n = $1 AND id IN (SELECT person FROM understudy.sessions)",
    "",
    ["it is not bound to one environment"],
  ],
  [
    "UPDATE understudy.users SET fields = '{}', n = $2 WHERE n = $1",
    "one shard, by n",
    ["it changes the distribution key"],
  ],
  [
    "WITH a AS (INSERT INTO understudy.audit (line) VALUES ($2)) DELETE FROM understudy.users WHERE n = $1",
    "one shard, by n, in parts",
    ["it changes a table of all nodes and one of a shard at once"],
  ],
  ["SELECT line FROM understudy.audit", "a table of all nodes", []],
])("%s", (sql, runs, faults) => {
  const found = lookAt(sql);
  expect(found.faults).toEqual(faults);
  if (runs !== "") expect(found.runs).toBe(runs);
});
