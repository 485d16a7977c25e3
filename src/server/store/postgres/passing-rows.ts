import type { PassingNote, PassingNotes } from "../ports.ts";
import type { Queryable } from "./database.ts";

/** How many are kept of each kind; the one that ends first makes room. */
const kept = 2_000;

/** Short-lived notes as rows, which every server finds. */
export function passingRows(rows: Queryable["rows"]): PassingNotes {
  const columnsTold = 'id, uid, user_code AS "userCode", grant_id AS "grantId", until, consumed, payload';
  const found = async (sql: string, values: readonly string[]): Promise<PassingNote | null> => {
    const [row] = await rows<Omit<PassingNote, "payload"> & { payload: string }>(sql, values);
    return row === undefined ? null : { ...row, payload: JSON.parse(row.payload) };
  };
  return {
    put: async (kind, { id, uid, userCode, grantId, until, consumed, payload }, ofUid) => {
      await rows(
        `INSERT INTO understudy.passing (kind, id, uid, user_code, grant_id, until, consumed, payload)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (kind, id) DO UPDATE SET uid = excluded.uid, user_code = excluded.user_code, grant_id = excluded.grant_id,
           until = excluded.until, consumed = excluded.consumed, payload = excluded.payload`,
        [kind, id, uid, userCode, grantId, until, consumed, JSON.stringify(payload)],
      );
      await rows(
        `DELETE FROM understudy.passing WHERE kind = $1 AND (until < extract(epoch FROM clock_timestamp()) * 1000 - 60000
           OR id IN (SELECT id FROM understudy.passing WHERE kind = $1 ${ofUid === undefined ? "" : "AND uid = $3"}
             ORDER BY until DESC OFFSET $2))`,
        [kind, ofUid ?? kept, ...(ofUid === undefined ? [] : [uid])],
      );
    },
    take: (kind, id) =>
      found(`DELETE FROM understudy.passing WHERE kind = $1 AND id = $2 RETURNING ${columnsTold}`, [
        kind,
        id,
      ]),
    find: (kind, by, value) =>
      found(`SELECT ${columnsTold} FROM understudy.passing WHERE kind = $1 AND ${columns[by]} = $2`, [
        kind,
        value,
      ]),
    consume: async (kind, id, at) =>
      (
        await rows(
          "UPDATE understudy.passing SET consumed = $3 WHERE kind = $1 AND id = $2 AND consumed IS NULL RETURNING 1",
          [kind, id, at],
        )
      ).length === 1,
    remove: async (kind, by, value) => {
      await rows(`DELETE FROM understudy.passing WHERE kind = $1 AND ${columns[by]} = $2`, [kind, value]);
    },
  };
}

const columns = { id: "id", uid: "uid", userCode: "user_code", grantId: "grant_id" } as const;
