import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { EnvironmentRef } from "../../../../core/refs.ts";
import { affected } from "../../../population/affected.ts";
import { matches } from "../../../population/matches.ts";
import { count, members } from "../../../population/members.ts";
import type { PeopleWalk } from "../../../population/people-walk.ts";
import { reach, sizes } from "../../../population/reach.ts";
import { seen } from "../../../population/seen.ts";
import { trial } from "../../../population/trial.ts";
import type { ScanName, Scans } from "../../people-scans.ts";
import { type Db, openForScanning } from "../schema.ts";
import { raise } from "../worker-entry.ts";
import type { FromScanner, ScanRequest, ToScanner } from "./scan-messages.ts";
import { type Scope, Stopped } from "./scope.ts";
import { SqliteWalk } from "./sqlite-walk.ts";

const scans: {
  readonly [N in ScanName]: (walk: PeopleWalk | null, ask: Scans[N]["ask"]) => Promise<Scans[N]["answer"]>;
} = { reach, sizes, trial, members, count, affected, matches, seen };

/**
 * Questions about one person go first. Only Linux gives each thread a priority of its own (0: the calling one). One that is lower
 * already stays, as under `nice -n 19`: few may raise it. Where the system lets nobody set any, scans go on all the same.
 */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    if (getPriority(0) < 10) setPriority(0, 10);
  } catch {
    // It is a courtesy, and no scan's condition.
  }
}
giveWay();

let db: Db | null = null;
const post = (message: FromScanner) => parentPort?.postMessage(message);

/** Reads one moment of data.db from beginning to end (one scan runs at a time). The rollback also removes what it put aside. */
async function inSnapshot<T>(database: Db, work: () => Promise<T>): Promise<T> {
  database.exec("BEGIN");
  try {
    return await work();
  } finally {
    database.exec("ROLLBACK");
  }
}

function scopeOf(database: Db, ref: EnvironmentRef, stop: Int32Array): Scope | null {
  const row = database
    .prepare("SELECT n, users, visitors FROM environments WHERE space = ? AND environment = ?")
    .raw()
    .get(ref.spaceId, ref.environment) as [number, number, number] | undefined;
  if (row === undefined) return null;
  const [n, users, visitors] = row;
  const checkpoint = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Stopped();
  };
  return { db: database, n, users, visitors, checkpoint };
}

async function scan({ name, ask, stop }: ScanRequest): Promise<void> {
  try {
    db ??= openForScanning(workerData as string);
    const database = db;
    const { environment } = ask as Scans[ScanName]["ask"];
    const answerTo = scans[name] as (walk: PeopleWalk | null, ask: unknown) => Promise<unknown>;
    const answer = await inSnapshot(database, () => {
      const scope = scopeOf(database, environment, stop);
      return answerTo(scope === null ? null : new SqliteWalk(scope), ask);
    });
    post({ type: "answer", answer });
  } catch (error) {
    if (error instanceof Stopped) post({ type: "stopped" });
    else post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on("message", (message: ToScanner) => {
  if (message.type === "scan") return void scan(message);
  db?.close();
  parentPort?.close();
});
parentPort?.on("messageerror", raise);
