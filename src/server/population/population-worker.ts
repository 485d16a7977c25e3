import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { EnvironmentRef } from "../../core/refs.ts";
import { type Db, openForScanning } from "../store/schema.ts";
import { affected } from "./affected.ts";
import { matches } from "./matches.ts";
import { count, members } from "./members.ts";
import type { FromPopulation, ScanName, ScanRequest, Scans, ToPopulation } from "./population-messages.ts";
import { reach } from "./reach.ts";
import { type Scope, Stopped } from "./scope.ts";
import { seen } from "./seen.ts";
import { trial } from "./trial.ts";

const scans: {
  readonly [N in ScanName]: (scope: Scope | null, ask: Scans[N]["ask"]) => Scans[N]["answer"];
} = { reach, trial, members, count, affected, matches, seen };

/** Whoever asks for one person goes first. Linux alone gives each thread a priority of its own (0: the calling one). */
if (process.platform === "linux") setPriority(0, 10);

let db: Db | null = null;
const post = (message: FromPopulation) => parentPort?.postMessage(message);

/** Looks at one moment of data.db from beginning to end; what it put aside meanwhile is undone with the transaction. */
function inSnapshot<T>(database: Db, work: () => T): T {
  database.exec("BEGIN");
  try {
    return work();
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

function scan({ name, ask, stop }: ScanRequest): void {
  try {
    db ??= openForScanning(workerData as string);
    const database = db;
    const { environment } = ask as Scans[ScanName]["ask"];
    const answerTo = scans[name] as (scope: Scope | null, ask: unknown) => unknown;
    post({
      type: "answer",
      answer: inSnapshot(database, () => answerTo(scopeOf(database, environment, stop), ask)),
    });
  } catch (error) {
    if (error instanceof Stopped) post({ type: "stopped" });
    else post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on("message", (message: ToPopulation) => {
  if (message.type === "scan") return scan(message);
  db?.close();
  parentPort?.close();
});
