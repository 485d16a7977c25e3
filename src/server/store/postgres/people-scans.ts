import type { EnvironmentRef } from "../../../core/refs.ts";
import type { Seen } from "../../../core/seen.ts";
import { affected } from "../../population/affected.ts";
import { matches } from "../../population/matches.ts";
import { count, members } from "../../population/members.ts";
import type { PeopleWalk } from "../../population/people-walk.ts";
import { reach, sizes } from "../../population/reach.ts";
import { seen } from "../../population/seen.ts";
import { trial } from "../../population/trial.ts";
import { busy } from "../busy.ts";
import type { PeopleScans } from "../people-scans.ts";
import { type Database, problemOf } from "./database.ts";
import type { Environments } from "./environments.ts";
import { PostgresWalk } from "./people-walk.ts";

type Ask = { readonly environment: EnvironmentRef };
type Scan<A extends Ask, Answer> = (walk: PeopleWalk | null, ask: A) => Promise<Answer>;

/** Scans that may wait for their turn. */
const waitingLimit = 64;

/** Questions about everybody, one at a time in each server, each within a transaction that sees one moment. */
export function peopleScans(database: Database, environments: Environments): PeopleScans {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const question =
    <A extends Ask, Answer>(scan: Scan<A, Answer>) =>
    async (ask: A, signal?: AbortSignal): Promise<Answer> => {
      signal?.throwIfAborted();
      if (waiting >= waitingLimit)
        throw busy("More scans of users wait than can be done; try again shortly.");
      waiting += 1;
      const answer = turn.then(() => run(scan, ask, signal));
      turn = answer.then(
        () => (waiting -= 1),
        () => (waiting -= 1),
      );
      return answer;
    };
  const run = async <A extends Ask, Answer>(
    scan: Scan<A, Answer>,
    ask: A,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    const checkpoint = () => signal?.throwIfAborted();
    checkpoint();
    try {
      const n = await environments.find(ask.environment);
      if (n === null) return await scan(null, ask);
      return await database.transaction(async (client) => {
        const [row] = await client.rows<{ users: number; visitors: number }>(
          "SELECT count(*) FILTER (WHERE known = 1) AS users, count(*) FILTER (WHERE known = 0) AS visitors FROM understudy.users WHERE n = $1",
          [n],
        );
        const [mark] = await client.rows<{ events: number }>(
          "SELECT events FROM understudy.marks WHERE n = $1",
          [n],
        );
        const { users, visitors } = row ?? { users: 0, visitors: 0 };
        return scan(
          new PostgresWalk({ client, n, users, visitors, events: mark?.events ?? 0, checkpoint }),
          ask,
        );
      }, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      throw problemOf(error);
    }
  };
  return {
    reach: question(reach),
    sizes: question(sizes),
    trial: question(trial),
    members: question(members),
    count: question(count),
    affected: question(affected),
    matches: question(matches),
    seen: question<Ask, Seen>(seen),
  };
}
