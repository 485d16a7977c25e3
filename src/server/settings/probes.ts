import { type Request, Router } from "express";
import { environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { Caller } from "../access/caller.ts";
import { answerReads } from "../http/refuse-other-methods.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";

/** How long the store may take to answer before the server counts as not ready, in ms. */
const patience = 2_000;

/** Whether new requests may come: not once the server is about to stop. */
export class Readiness {
  isEnding = false;

  end(): void {
    this.isEnding = true;
  }
}

/** What a balancer and a monitor ask: `/readyz` whether requests can be served, `/metrics` the figures that an operator watches. */
export function probes(services: Services, authenticate: (req: Request) => Caller): Router {
  const router = Router();
  answerReads(router, "/readyz", async (_req, res) => {
    await assertReady(services);
    res.set("Cache-Control", "no-store").json({ status: "ready" });
  });
  answerReads(router, "/metrics", async (req, res) => {
    authenticate(req).assertOperator("viewer");
    res
      .set("Cache-Control", "no-store")
      .type("text/plain; version=0.0.4")
      .send(await metricsOf(services));
  });
  return router;
}

const notReady = (detail: string): Problem =>
  new Problem("not-ready", detail, { headers: { "Retry-After": "1" } });

/** @throws Problem not-ready */
async function assertReady({ store, readiness }: Services): Promise<void> {
  if (readiness.isEnding) throw notReady("The server is stopping.");
  const { state } = store.health();
  if (state === "failed") throw notReady("Nothing can be stored any more.");
  try {
    await inTime(store.log.last([]));
  } catch (error) {
    throw error instanceof Problem && error.code === "not-ready"
      ? error
      : notReady("The store does not answer.");
  }
}

/** @throws Problem not-ready where the store takes too long */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(notReady(`The store did not answer within ${patience / 1000} s.`)),
      patience,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Metric {
  readonly name: string;
  readonly kind: "gauge" | "counter";
  readonly help: string;
  readonly values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

/** Prometheus' text format, version 0.0.4. */
async function metricsOf(services: Services): Promise<string> {
  const { store, clock, ingest, live, workspace } = services;
  const environments = workspace.spaces().flatMap(({ data: { space } }) =>
    environmentKeys.map((environment) => ({
      ref: { spaceId: space.id, environment },
      labels: { space: space.key, environment },
    })),
  );
  // A store that does not answer is what the figures must tell.
  const [last, behind, takesChanges] = await Promise.all([
    inTime(store.log.last(environments.map(({ ref }) => ref))).catch(() => null),
    inTime(store.behind(clock.now())).catch(() => null),
    inTime(store.takesChanges()).catch(() => false),
  ]);
  const { waiting } = store.health();
  const { user, system } = process.cpuUsage();
  const one = (name: string, kind: Metric["kind"], help: string, value: number): Metric => ({
    name,
    kind,
    help,
    values: [[{}, value]],
  });
  const metrics: Metric[] = [
    { name: "understudy_info", kind: "gauge", help: "The version that runs.", values: [[{ version }, 1]] },
    one(
      "understudy_store_up",
      "gauge",
      "1 while the store answers and can be written.",
      last !== null && takesChanges ? 1 : 0,
    ),
    one("understudy_store_waiting_rows", "gauge", "Rows that wait to be written.", waiting.rows),
    {
      name: "understudy_store_behind_events",
      kind: "gauge",
      help: "Events that lists of users are behind.",
      values: behind === null ? [] : [[{}, behind.events]],
    },
    one("understudy_events_refused_total", "counter", "Events refused since the start.", ingest.refused),
    {
      name: "understudy_log_last_sequence",
      kind: "counter",
      help: "The last sequence of an environment's events.",
      values: last === null ? [] : environments.map(({ labels }, at) => [labels, last[at] ?? 0]),
    },
    {
      name: "understudy_sessions_connected",
      kind: "gauge",
      help: "Session streams that are open on this server.",
      values: environments.map(({ ref, labels }) => [labels, live.connected(ref)]),
    },
    one("process_resident_memory_bytes", "gauge", "Memory of the process.", process.memoryUsage.rss()),
    one("process_cpu_seconds_total", "counter", "Processor time of the process.", (user + system) / 1e6),
    one("process_uptime_seconds", "gauge", "How long the process runs.", process.uptime()),
  ];
  return `${metrics.flatMap(linesOf).join("\n")}\n`;
}

const linesOf = ({ name, kind, help, values }: Metric): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
  ...values.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}`),
];

/** Label values are keys and versions: none has a quote, a backslash or a line break. */
const labelsOf = (labels: Readonly<Record<string, string>>): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
};
