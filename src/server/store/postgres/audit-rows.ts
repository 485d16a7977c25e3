import type { AuditLines } from "../../audit/audit-log.ts";
import { cursorNumber, cursorOf, readCursor } from "../../http/page-of.ts";
import type { Queryable } from "./database.ts";

/** How many lines are kept of all servers together. */
const kept = 50_000;
/** How many of the newest are looked at for those that could not be written before. */
const looked = 20_000;

/** The audit log as rows, one log for all servers. */
export const auditRows = ({ rows }: Pick<Queryable, "rows">): AuditLines => ({
  append: async (lines, again) => {
    const made = await rows<{ id: number }>(
      `INSERT INTO understudy.audit (line)
       SELECT line FROM unnest($1::text[]) WITH ORDINALITY AS given (line, place)
       WHERE line NOT IN (SELECT line FROM understudy.audit ORDER BY id DESC LIMIT $2) ORDER BY place RETURNING id`,
      [lines, again ? looked : 0],
    );
    await rows("DELETE FROM understudy.audit WHERE id < $1", [(made.at(-1)?.id ?? 0) - kept]);
  },
  page: async ({ limit, cursor }) => {
    const [before] = readCursor(cursor, 1) ?? [];
    const found = await rows<{ id: number; line: string }>(
      "SELECT id, line FROM understudy.audit WHERE id < $1 ORDER BY id DESC LIMIT $2",
      [cursorNumber(before, Number.MAX_SAFE_INTEGER), limit + 1],
    );
    const data = found.slice(0, limit);
    const last = data.at(-1);
    return {
      data: data.map(({ line }) => line),
      next: found.length > limit && last !== undefined ? cursorOf(String(last.id)) : null,
    };
  },
});
