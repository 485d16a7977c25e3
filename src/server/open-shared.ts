import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "../core/problem.ts";
import { AuditLog } from "./audit/audit-log.ts";
import type { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import type { OpenedData } from "./open-data.ts";
import { clockKind, systemClock } from "./workspace/document-kinds.ts";
import { followDocuments } from "./workspace/follow-documents.ts";
import { JsonDocument } from "./workspace/json-document.ts";
import { Workspace } from "./workspace/workspace.ts";

/** For how long a database that can't be reached is tried again at the start, in ms. */
const databasePatience = 30_000;

interface SharedStart {
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A database that several servers share; where it goes away meanwhile, all is opened anew.
 *
 * @throws StartError, and the reason of a `signal` that comes while it is waited for
 */
export async function openShared(
  url: string,
  clock: PlatformClock,
  closing: Closing,
  start: SharedStart,
): Promise<OpenedData> {
  return onceThere(start, async () => {
    const opened = new Closing();
    try {
      const data = await openSharedOnce(url, clock, opened, start);
      closing.add(() => opened.run());
      return data;
    } catch (error) {
      await opened.run().catch(() => undefined);
      throw error;
    }
  });
}

/** Does `work` of a start, again where the database goes away meanwhile. @throws what `work` does, the signal's reason */
async function onceThere<R>({ log, signal }: SharedStart, work: () => Promise<R>): Promise<R> {
  const until = performance.now() + databasePatience;
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const isAway = error instanceof Problem && error.code === "not-ready";
      if (!isAway || performance.now() >= until) throw error;
      if (attempt === 1)
        log(`The database went away during the start. Trying again for ${databasePatience / 1000} s.`);
      await wait(Math.min(1_000, 100 * attempt), undefined, { signal }).catch(() => undefined);
    }
}

async function openSharedOnce(
  url: string,
  clock: PlatformClock,
  closing: Closing,
  start: SharedStart,
): Promise<OpenedData> {
  const { log, signal } = start;
  // The driver is loaded only for a database.
  const { PostgresStore } = await import("./store/postgres/postgres-store.ts");
  const store = await PostgresStore.open(url, { patience: databasePatience, onWaiting: log, signal });
  closing.add(() => store.close());
  const privateDir = await mkdtemp(join(tmpdir(), "understudy-server-"));
  closing.add(() => rm(privateDir, { recursive: true, force: true }));
  const place = store.documents;
  // A server whose own clock is wrong deletes nobody's events, and counts those of the others when they do.
  const head = await place.head();
  const realTime = () => place.time.agreed();
  clock.real = realTime;
  // One server makes the first Space; those that start at the same time wait for it.
  const releaseFirst = await store.waitForLease("start", signal);
  const workspace = await Workspace.in({ dir: "", privateDir, place }, clock.now()).finally(releaseFirst);
  closing.add(inTime(() => workspace.settled()));
  const setting = await JsonDocument.open({
    path: ".understudy/clock.json",
    kind: clockKind,
    absent: systemClock,
    place,
    onOutsideEdit: () => setClock(),
  });
  const setClock = () => clock.set(setting.data.clock);
  setClock();
  warnOfClock(workspace, clock);
  clock.keep = (wanted) =>
    setting.update((draft) => {
      draft.clock = wanted;
    });
  const documents = followDocuments(workspace, place, [{ document: setting, onChange: setClock }], head);
  closing.add(documents.stop);
  return {
    workspace,
    store,
    audit: new AuditLog(store.audit, realTime),
    where: store.where,
    alone: async (work) => {
      const release = await onceThere(start, () => store.waitForLease("start", signal));
      try {
        await documents.look();
        await work();
      } finally {
        await release();
      }
    },
    announce: () => Promise.resolve(),
    follow: () => store.onDocuments(() => void documents.look()),
    fresh: inTime(documents.look),
  };
}

/** It outlives all servers: one that was left moved may have been forgotten, and as long no old events are deleted. */
function warnOfClock({ warnings }: Workspace, clock: PlatformClock): void {
  if (clock.isSystem) return;
  warnings.set(
    "clock",
    `The platform's clock of this database was moved (${clock.mode}) before this server started. Until it is set back, in Settings or by PUT /v2/clock {"mode":"system"}, no old events are deleted.`,
  );
  clock.onChange(() => {
    if (clock.isSystem) warnings.delete("clock");
  });
}

/** How long requests wait for the database before they are answered by what is known, in ms. */
const freshTime = 2_000;

/** Waits for `look`, but not long; and not again for one that was late, until one has come through. */
function inTime(look: () => Promise<void>): () => Promise<void> {
  let isLate = false;
  return async () => {
    const looked = look().then(() => {
      isLate = false;
    });
    if (isLate) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve();
      }, freshTime);
    });
    await Promise.race([looked, late]);
    clearTimeout(timer);
  };
}
