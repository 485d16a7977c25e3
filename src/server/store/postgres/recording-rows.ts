import type { Recordings } from "../ports.ts";
import type { Queryable } from "./database.ts";
import type { Environments } from "./environments.ts";

/** Recordings as rows, some lines in each, with those of their environment. */
export const recordingRows = (rows: Queryable["rows"], environments: Environments): Recordings => ({
  add: async ({ environment, id }, first, lines) => {
    await rows("INSERT INTO understudy.recordings (n, id, first, lines) VALUES ($1, $2, $3, $4)", [
      await environments.get(environment),
      id,
      first,
      lines.join("\n"),
    ]);
  },
  read: async ({ environment, id }, at) => {
    const [row] = await rows<{ first: number; lines: string }>(
      "SELECT first, lines FROM understudy.recordings WHERE n = $1 AND id = $2 AND first <= $3 ORDER BY first DESC LIMIT 1",
      [await environments.find(environment), id, at],
    );
    return row === undefined ? [] : row.lines.split("\n").slice(at - row.first);
  },
  remove: async ({ environment, id }) => {
    await rows("DELETE FROM understudy.recordings WHERE n = $1 AND id = $2", [
      await environments.find(environment),
      id,
    ]);
  },
});
