import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../random.ts";
import type { ApiAnswer } from "../server.ts";
import * as clients from "./clients.ts";
import { type Attack, disruptions } from "./disruptions.ts";
import { Platform } from "./platform.ts";

export interface Report {
  readonly faults: readonly string[];
  readonly disruptions: ReadonlyMap<string, number>;
  readonly requests: ReadonlyMap<string, number>;
  readonly starts: number;
  readonly acknowledged: number;
  readonly stored: number;
}

/** A volume of its own, small enough to be filled and large enough for what is kept meanwhile, where this user may make one. */
async function volume(folder: string, seconds: number): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${400 + 2 * seconds}m`, "tmpfs", folder], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * A platform in use by many clients, to which everything happens, for so many seconds. Then: what it acknowledged against
 * what it holds. The seed gives what happens, in which order; how far the clients are by then is the machine's.
 */
export async function chaos(seed: number, seconds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-chaos-"));
  const fills = await volume(folder, seconds);
  const platform = new Platform(join(folder, "workspace"));
  const model = new clients.Model();
  try {
    await platform.start();
    const listed = await platform.ask("platformUrl", "GET", `${clients.space}/environments`);
    if (listed.status !== 200) throw new Error("it does not answer");
    platform.key = listed.body.data[0].apiKey;
    await platform.ask("platformUrl", "PATCH", "/v2/settings", { retentionDays: 3650 });
    const happened = await attack({ platform, model, fills, seed, seconds });
    const stored = await compare(platform, model);
    await platform.end("SIGTERM");
    return {
      faults: model.faults,
      disruptions: happened,
      requests: model.requests,
      starts: platform.starts,
      acknowledged: model.events.acknowledged.size,
      stored,
    };
  } finally {
    await platform.end("SIGKILL");
    if (fills) execFileSync("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Plan {
  readonly platform: Platform;
  readonly model: clients.Model;
  readonly fills: boolean;
  readonly seed: number;
  readonly seconds: number;
}

async function attack({ platform, model, fills, seed, seconds }: Plan): Promise<Map<string, number>> {
  const random = new Random(seed);
  const until = Date.now() + seconds * 1000;
  let stopped = false;
  const alone = oneAtATime();
  const atWork: clients.Client[] = [
    ...[clients.tracks("own"), clients.tracks("own"), clients.tracks("segment")],
    ...[
      clients.editsUsers,
      clients.editsDocuments,
      clients.makesTokens,
      clients.imports,
      clients.startsSessions,
    ],
    ...[clients.looksAround, clients.followsEvents, clients.neverReads, clients.neverReads],
  ];
  const done = atWork.map((client, index) =>
    client({ platform, model, random: new Random(seed + index + 1), stopped: () => stopped, alone }),
  );
  const happened = new Map<string, number>();
  const scene: Attack = { platform, model, random, alone, fills };
  const all = Object.keys(disruptions);
  const names = process.env.CHAOS_ONLY?.split(",").map((name) => name.trim()) ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", no ")}. There is: ${all.join(", ")}.`);
  // Each once in an order of the seed's, then again: a short run has them all, too, and a slow machine goes on for a while.
  const isEnough = () => Date.now() >= until && happened.size >= Math.min(6, names.length);
  for (let order: string[] = []; !isEnough(); ) {
    if (order.length === 0) order = shuffled(names, random);
    const name = order.pop() ?? "kill";
    await new Promise((resolve) => setTimeout(resolve, 100 + random.below(1200)));
    await disruptions[name]?.(scene);
    happened.set(name, (happened.get(name) ?? 0) + 1);
  }
  await settled(platform);
  stopped = true;
  await Promise.all(done);
  return happened;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Works that exclude each other, in the order in which they come. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Until it takes changes again, as it must within 15 s of whatever happened. */
async function settled(platform: Platform): Promise<void> {
  const until = Date.now() + 15_000;
  for (;;) {
    const taken = await platform.ask("platformUrl", "PUT", `${clients.environment}/users/settled`, {
      fields: {},
    });
    const status = await platform.ask("platformUrl", "GET", "/v2/status");
    if (taken.status === 200 && status.status === 200 && status.body.store.state === "running") return;
    if (Date.now() > until) throw new Error(`it does not come back: ${JSON.stringify([taken, status])}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface StoredEvent {
  readonly id: string;
  readonly sequence: number;
}

type Body = ApiAnswer["body"];
type Get = (path: string) => Promise<Body>;

/** What was acknowledged against what a new process finds. Gives how many events are stored. */
async function compare(platform: Platform, model: clients.Model): Promise<number> {
  await platform.end("SIGTERM");
  await platform.start();
  const get: Get = async (path) => {
    const answer = await platform.ask("platformUrl", "GET", path);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const events: StoredEvent[] = [];
  for await (const line of platform.lines(`${clients.environment}/events/export`)) {
    const { id, sequence } = JSON.parse(line) as StoredEvent;
    events.push({ id, sequence });
  }
  compareEvents(events, model);
  for (const [id, may] of model.users) {
    const answer = await platform.ask("platformUrl", "GET", `${clients.environment}/users/${id}`);
    const now =
      answer.status === 404 ? clients.gone : String(answer.status === 200 && answer.body.fields.turn);
    if (!may.has(now)) model.faults.push(`user ${id} is ${now}, and may be ${[...may].join(" or ")}`);
  }
  for (const [key, may] of model.collections) {
    const { name } = await get(`${clients.space}/collections/${key}`);
    if (!may.has(name))
      model.faults.push(`collection ${key} is ${name}, and may be ${[...may].join(" or ")}`);
  }
  await compareTokens(get, model);
  const published = await everyPage(get, `${clients.space}/collections/edited/publications`);
  const versions = new Set(published.map(({ version }) => String(version)));
  for (const version of model.publications)
    if (!versions.has(version)) model.faults.push(`publication ${version} is not there`);
  const users = await everyPage(get, `${clients.environment}/users?kind=known`);
  const ids = new Set(users.map(({ id }) => id));
  const missing = [...model.imported].filter((id) => !ids.has(id));
  if (missing.length > 0)
    model.faults.push(`${missing.length} imported users are lost, ${missing[0]} for one`);
  return events.length;
}

function compareEvents(events: readonly StoredEvent[], model: clients.Model): void {
  const { acknowledged, tried } = model.events;
  const ids = new Set(events.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !ids.has(id));
  if (lost.length > 0) model.faults.push(`${lost.length} acknowledged events are lost, ${lost[0]} for one`);
  if (ids.size !== events.length) model.faults.push(`${events.length - ids.size} events are stored twice`);
  const strange = [...ids].filter((id) => !tried.has(id));
  if (strange.length > 0) model.faults.push(`${strange.length} events nobody sent, ${strange[0]} for one`);
  const gaps = events.filter(({ sequence }, index) => sequence !== index + 1);
  if (gaps.length > 0) model.faults.push(`sequences are not gapless, from ${gaps[0]?.sequence} on`);
  const wrong = model.read.findIndex((sequence, index) => sequence !== index + 1);
  if (wrong >= 0)
    model.faults.push(
      `the stream told ${model.read[wrong]} where ${wrong + 1} was next, of ${model.read.length}`,
    );
}

async function compareTokens(get: Get, model: clients.Model): Promise<void> {
  const listed = await everyPage(get, "/v2/tokens");
  const names = new Set(listed.map(({ name }) => name));
  for (const [name, may] of model.tokens)
    if (!may.has(names.has(name) ? "there" : clients.gone))
      model.faults.push(`${name} is ${names.has(name) ? "still there" : "not there"}`);
}

async function everyPage(get: Get, path: string): Promise<readonly Body[]> {
  const all = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Body = await get(
      `${path}${path.includes("?") ? "&" : "?"}limit=200${cursor && `&cursor=${cursor}`}`,
    );
    all.push(...page.data);
    cursor = page.next;
  }
  return all;
}
