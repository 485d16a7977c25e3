import { StartError } from "../../start-error.ts";
import type { Queryable } from "./database.ts";

/** What a server asks of the database's user: whether it may, in words, and how it is given. */
interface Right {
  readonly missing: boolean;
  readonly words: string;
  readonly grant: string;
}

/**
 * All that its user may not do is told at once: met one by one, a missing right to a sequence would be a 503 of each event.
 *
 * @param tables ours; what else lies in the schema is somebody else's
 * @throws StartError
 */
export async function assertRights(database: Queryable, tables: readonly string[]): Promise<void> {
  const [found] = await database.rows<Found>(look, [tables]);
  if (found === undefined) return;
  const missing = rightsOf(found).filter((right) => right.missing);
  if (missing.length === 0) return;
  throw new StartError(
    `The database's user may not ${missing.map(({ words }) => words).join("; ")}. As the owner of these: ${missing
      .map(({ grant }) => `GRANT ${grant} TO ${found.user}`)
      .join("; ")}`,
  );
}

interface Found {
  /** As SQL writes its name; so with `database`. */
  readonly user: string;
  readonly database: string;
  readonly schema: boolean;
  readonly makesSchemas: boolean;
  readonly usesSchema: boolean;
  readonly makesTables: boolean;
  /** How many of our tables are there, which of them are not wholly its to change, and how many of their sequences it may not use. */
  readonly tables: number;
  readonly closedTables: readonly string[];
  readonly closedSequences: number;
}

const rightsOf = (found: Found): Right[] => [
  {
    missing: !found.schema && !found.makesSchemas,
    words: "make the schema understudy",
    grant: `CREATE ON DATABASE ${found.database}`,
  },
  {
    missing: found.schema && !found.usesSchema,
    words: "use the schema understudy",
    grant: "USAGE ON SCHEMA understudy",
  },
  {
    missing: found.schema && found.tables === 0 && !found.makesTables,
    words: "make tables in it",
    grant: "CREATE ON SCHEMA understudy",
  },
  {
    missing: found.closedTables.length > 0,
    words: "read, add, change and delete rows of its tables",
    grant: tableGrants(found),
  },
  {
    missing: found.closedSequences > 0,
    words: "use its sequences",
    grant: "USAGE ON ALL SEQUENCES IN SCHEMA understudy",
  },
];

/** Some tables by their names: a grant on all would give UPDATE on `audit` back to whom somebody has taken it from, and what is not ours. */
function tableGrants({ user, tables, closedTables }: Found): string {
  if (closedTables.length === tables)
    return "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA understudy";
  const changed = closedTables.filter((name) => name !== "audit").map((name) => `understudy.${name}`);
  return [
    ...(changed.length > 0 ? [`SELECT, INSERT, UPDATE, DELETE ON ${changed.join(", ")}`] : []),
    ...(closedTables.includes("audit") ? ["SELECT, INSERT, DELETE ON understudy.audit"] : []),
  ].join(` TO ${user}; GRANT `);
}

/**
 * Of the catalog alone, which everybody may read. A sequence is ours where a column of our tables owns it; materialized, as its right must be asked
 * of no table. The audit log's lines are added, and go when they are old, but none is ever changed.
 */
const look = `
  WITH place AS (SELECT oid FROM pg_namespace WHERE nspname = 'understudy'),
  tables AS (
    SELECT c.oid, c.relname FROM pg_class AS c JOIN place ON c.relnamespace = place.oid
    WHERE c.relkind IN ('r', 'p') AND c.relname = ANY ($1)
  ),
  sequences AS MATERIALIZED (
    SELECT c.oid FROM pg_class AS c JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'a'
    JOIN tables ON d.refobjid = tables.oid WHERE c.relkind = 'S'
  )
  SELECT quote_ident(current_user) AS user, quote_ident(current_database()) AS database,
    EXISTS (SELECT 1 FROM place) AS schema,
    has_database_privilege(current_database(), 'CREATE') AS "makesSchemas",
    COALESCE((SELECT has_schema_privilege(oid, 'USAGE') FROM place), false) AS "usesSchema",
    COALESCE((SELECT has_schema_privilege(oid, 'CREATE') FROM place), false) AS "makesTables",
    (SELECT count(*) FROM tables) AS tables,
    ARRAY (SELECT relname::text FROM tables WHERE NOT (
      has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
      AND (relname = 'audit' OR has_table_privilege(oid, 'UPDATE')) AND has_table_privilege(oid, 'DELETE')
    ) ORDER BY relname) AS "closedTables",
    (SELECT count(*) FROM sequences WHERE NOT has_sequence_privilege(oid, 'USAGE, UPDATE')) AS "closedSequences"`;
