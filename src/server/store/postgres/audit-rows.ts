import type { AuditLines } from "../../audit/audit-log.ts";
import type { Database } from "./database.ts";

/** How many lines are kept of all servers together. */
const kept = 50_000;

/** The audit log as rows, one log for all servers. */
export const auditRows = (database: Database): AuditLines => ({
  append: async (lines) => {
    const rows = await database.rows<{ id: number }>(
      "INSERT INTO understudy.audit (line) SELECT * FROM unnest($1::text[]) RETURNING id",
      [lines.split("\n").filter((line) => line !== "")],
    );
    await database.rows("DELETE FROM understudy.audit WHERE id < $1", [(rows.at(-1)?.id ?? 0) - kept]);
  },
  newestFirst: async () =>
    (await database.rows<{ line: string }>("SELECT line FROM understudy.audit ORDER BY id DESC")).map(
      ({ line }) => line,
    ),
});
