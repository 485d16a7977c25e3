import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sdkVersions } from "../../../src/core/sdk-versions.ts";
import type { SdkProperties } from "../../../src/core/session.ts";
import { patience } from "../../helpers/patience.ts";
import type { ContractSpace } from "./contract-space.ts";
import { beginsWith, type Network, startProxy, type Wire, type WrongAnswer } from "./proxy.ts";

/** What an app does. */
type AppStep =
  | {
      readonly do: "launch";
      readonly key?: string;
      readonly sessionLock?: boolean;
      /** Where it is left out, a start waits for its answer as long as a test does: a machine may be slow. */
      readonly waitTimeMsec?: number | "default";
      /** The app's own listener and log fail whenever they are called. */
      readonly fails?: boolean;
      /** Who the app starts another session for, once, as soon as it hears that a start is under way. */
      readonly startsAnother?: string;
      /** The event that each of three listeners tracks, one function. Whichever is called stops the first, twice, and the second. */
      readonly stopsOthers?: string;
    }
  | {
      readonly do: "start" | "update" | "identify" | "anonymize";
      readonly userId?: string;
      readonly fields?: object;
      /** Fields that are no number; of a list among the fields, one more item is none. */
      readonly notANumber?: readonly string[];
      /** Changes what it gave, at once: texts, and items of lists. */
      readonly changesAfter?: boolean;
      /** False: goes on while the start is under way. */
      readonly wait?: boolean;
    }
  | {
      readonly do: "track";
      readonly name: string;
      readonly metadata?: object;
      readonly on?: string;
      readonly times?: number;
    }
  | { readonly do: "assign"; readonly name: string; readonly value: unknown }
  | { readonly do: "read"; readonly what: string }
  | { readonly do: "advance"; readonly seconds: number; readonly times?: number }
  /** Sets the device's clock, whereby no time goes by. */
  | { readonly do: "clock"; readonly seconds: number }
  /** Has an event of that size, of letters that are written as they are, among those that an earlier run of the app has left. */
  | { readonly do: "leave"; readonly bytes: number; readonly letter?: string }
  /** Has another visitor's id, of that length, where an earlier run of the app has kept its own. */
  | { readonly do: "leaveVisitor"; readonly length: number }
  /** Whether there is no room where events and ids are kept. Not after the first event of a launch: it may have the file open. */
  | { readonly do: "disk"; readonly full: boolean }
  /** `seen`: the app comes to the foreground again; where it hears nothing of that it flushes. */
  | { readonly do: "flush" | "seen" | "kill" };

type Step = { readonly why?: string } & (
  | AppStep
  | { readonly see: Readonly<Record<string, unknown>> }
  | { readonly changed: string }
  | { readonly logged: string; readonly times?: number }
  /** `each`: what is true of every one of them. `besides`: how many others there may be. */
  | { readonly stored: readonly Wanted[] | number; readonly each?: object; readonly besides?: number }
  | {
      readonly asked: string;
      /** Those alone that were answered so. */
      readonly answered?: number;
      readonly times?: number;
      readonly atLeast?: number;
      readonly atMost?: number;
      readonly with?: object;
      readonly sdk?: "now";
    }
  | { readonly network: Network }
  | { readonly answer: WrongAnswer | "platform" }
  | { readonly cut: "connections" }
  /** How many answers come a letter at a time to somebody who still listens. */
  | { readonly dripping: number }
  | { readonly operator: string; readonly body?: object }
);
/** What is true of an event in the store, besides its own members. */
interface Wanted {
  /** The key of the Experience that it names. */
  readonly on?: string;
  /** Which of the sessions that the platform has given it names: 1 is the first. */
  readonly session?: number;
  /** How many seconds before it arrived it happened, give or take two minutes. */
  readonly ago?: number;
}
type Stored = Extract<Step, { readonly stored: unknown }>;

/** One file of test/sdk-contract. */
export interface Contract {
  readonly name: string;
  readonly about: string;
  /** Languages that can't run it, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const folder = join(import.meta.dirname, "../../sdk-contract");

/** All contract files. */
const allContracts = (): Contract[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      name: file.replace(".json", ""),
      ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<Contract, "name">),
    }));

/** The contract files that a language can run. */
export const contractsFor = (lang: string): Contract[] =>
  allContracts().filter((one) => one.except?.[lang] === undefined);

/** Those that it can't. */
export const exceptionsFor = (lang: string): Contract[] =>
  allContracts().filter((one) => one.except?.[lang] !== undefined);

/** An app in one language: does a step, and gives what it saw. */
export interface Driver {
  readonly send: (step: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => Promise<void>;
}

/** What a driver's app is launched with, besides what the step says. */
export interface Launch {
  readonly serviceUrl: string;
  readonly apiKey: string | null;
}

const environments = ["development", "staging", "production"];

interface StoredEvent {
  readonly sequence: number;
  readonly name: string;
  readonly time: string;
  readonly receivedAt: string;
}

/** Files share a server, so each has an Ana and a Ben of its own. `only`: the environment of an app that has no choice. */
function withOwn(step: Step, file: string, only: string | null): Step {
  const own = (name: string, value: unknown) => {
    // The two change places, so that what happens elsewhere still does.
    if (name === "environment" && only !== null && value === "development") return only;
    if (name === "environment" && value === only) return "development";
    return value === "ana" || value === "ben" ? `${value}-${file}` : value;
  };
  return JSON.parse(JSON.stringify(step, own));
}

/** Runs a file: each step in turn, against a server of its own. Each check waits for what it wants to see. */
export async function runContract(
  contract: Contract,
  space: ContractSpace,
  open: () => Promise<Driver>,
  longest = patience,
): Promise<void> {
  const changesSpace = contract.steps.some((step) => "operator" in step);
  const server = await (changesSpace ? space.serve() : space.shared());
  const before = await lastEvents();
  const proxy = await startProxy(server.sdkUrl, space.only !== null);
  const driver = await open();
  try {
    for (const [index, step] of contract.steps.entries())
      await attempt(contract, index, step, () => run(withOwn(step, contract.name, space.only)));
  } finally {
    await driver.close();
    await proxy.close();
    if (changesSpace) await server.remove();
  }

  async function run(step: Step): Promise<void> {
    if ("do" in step) {
      const times = step.do === "advance" ? (step.times ?? 1) : 1;
      for (let time = 0; time < times; time += 1) {
        const { failed } = await driver.send(withLaunch(step, proxy, space));
        expect(failed, "what the app called failed").toBeUndefined();
      }
      return;
    }
    if ("see" in step) return expectSeen(step.see);
    if ("changed" in step)
      return expect
        .poll(async () => (await driver.send({ do: "changes" })).changes, { interval: 20, timeout: longest })
        .toContain(step.changed);
    if ("logged" in step) {
      const count = async () => {
        const { lines } = await driver.send({ do: "log" });
        return (lines as string[]).filter((line) => line.includes(step.logged)).length;
      };
      return expect.poll(count, { interval: 20, timeout: longest }).toBe(step.times ?? 1);
    }
    if ("stored" in step) return expectStored(step);
    if ("asked" in step) {
      const found = () =>
        proxy.seen.filter(
          ({ line, status }) => beginsWith(line, step.asked) && status === (step.answered ?? status),
        );
      if (step.atMost !== undefined) return expect(found().length).toBeLessThanOrEqual(step.atMost);
      const count = expect.poll(() => found().length, { interval: 20, timeout: longest });
      await (step.atLeast === undefined
        ? count.toBe(step.times ?? 1)
        : count.toBeGreaterThanOrEqual(step.atLeast));
      if (step.with !== undefined) expect(found().at(-1)?.body).toMatchObject(step.with);
      if (step.sdk !== undefined) expect(versionSent(found().at(-1)?.body)).toBe(step.sdk);
      return;
    }
    if ("network" in step) return proxy.network(step.network);
    if ("answer" in step)
      return step.answer === "platform" ? proxy.answerNoMore() : proxy.answer(step.answer);
    if ("cut" in step) return proxy.cut();
    if ("dripping" in step)
      return expect.poll(() => proxy.dripping(), { interval: 20, timeout: longest }).toBe(step.dripping);
    const [method = "", path = ""] = step.operator.split(" ");
    const answer = await server.api(method, `/v2/spaces/contract${path}`, step.body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  async function expectSeen(wanted: object): Promise<void> {
    let seen = {};
    const look = async () => {
      seen = await driver.send({ do: "look", what: Object.keys(wanted) });
      return seen;
    };
    try {
      await expect.poll(look, { interval: 20, timeout: longest }).toMatchObject(wanted);
    } catch (cause) {
      // What Vitest says of it leaves out the values.
      throw new Error(`it shows ${JSON.stringify(seen)}`, { cause });
    }
  }

  /** The newest first, those after a sequence number. */
  async function eventsOf(environment: string, after: number, limit = 200): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    let cursor = "";
    do {
      const path = `/v2/spaces/contract/environments/${environment}/events?limit=${limit}${cursor}`;
      const { body } = await server.api("GET", path);
      found.push(...body.data.filter((one: StoredEvent) => one.sequence > after));
      const isAll = limit === 1 || body.next === null || body.data.at(-1).sequence <= after;
      cursor = isAll ? "" : `&cursor=${body.next}`;
    } while (cursor !== "");
    return found;
  }

  /** The last event of each environment: those after it are this file's. */
  async function lastEvents(): Promise<ReadonlyMap<string, number>> {
    const last = environments.map(
      async (one) => [one, (await eventsOf(one, 0, 1))[0]?.sequence ?? 0] as const,
    );
    return new Map(await Promise.all(last));
  }

  /** All that is in the store, whatever the environment: each event once, and no other one. */
  async function expectStored({ stored: wanted, each = {}, besides = 0 }: Stored): Promise<void> {
    const length = typeof wanted === "number" ? wanted : wanted.length;
    const isMeant = expect.objectContaining(each);
    const stored = async () => {
      const all: object[] = [];
      for (const environment of environments) {
        const since = before.get(environment) ?? 0;
        const found = (await eventsOf(environment, since)).filter(({ name }) => !name.startsWith("system/"));
        all.push(...found.map((one) => ({ ...one, environment, ago: secondsBetween(one) })));
      }
      return all;
    };
    const meant = async () => (await stored()).filter((one) => isMeant.asymmetricMatch(one)).length;
    await expect.poll(meant, { interval: 30, timeout: longest }).toBe(length);
    const found = await stored();
    expect(found.length - length).toBeLessThanOrEqual(besides);
    // What Vitest says of it leaves out the values.
    for (const one of typeof wanted === "number" ? [] : wanted)
      expect(found, `the store has ${JSON.stringify(found)}`).toContainEqual(
        expect.objectContaining(await inStore(one)),
      );
  }

  /** As the store has it. */
  async function inStore({ on, session, ago, ...members }: Wanted): Promise<object> {
    return {
      ...members,
      ...(on !== undefined && { experienceId: await idOf(on) }),
      ...(session !== undefined && { sessionId: proxy.sessions[session - 1] ?? "no session was given" }),
      ...(ago !== undefined && {
        ago: expect.toSatisfy((seconds: number) => Math.abs(seconds - ago) < 120, `about ${ago}`),
      }),
    };
  }

  async function idOf(key: string): Promise<string> {
    const [collection, own] = key.split(".");
    const { body } = await server.api("GET", `/v2/spaces/contract/collections/${collection}/experiences`);
    return body.data.find((one: { readonly key: string }) => one.key === own).id;
  }
}

const secondsBetween = ({ time, receivedAt }: StoredEvent): number =>
  (Date.parse(receivedAt) - Date.parse(time)) / 1000;

/** Whether the version that an SDK says it has is the one that the platform knows it to have. */
function versionSent(body: unknown): unknown {
  const { sdk } = body as { readonly sdk: SdkProperties };
  return Object.entries(sdkVersions).some(([name, { now }]) => name === sdk.name && now === sdk.version)
    ? "now"
    : sdk;
}

function withLaunch(step: AppStep, proxy: Wire, { keys }: ContractSpace): object {
  if (step.do !== "launch") return step;
  const known: Readonly<Record<string, string | null>> = {
    ...keys,
    none: null,
    wrong: "us_dev_0000000000000000000000000000",
  };
  const launch: Launch = { serviceUrl: proxy.url, apiKey: known[step.key ?? "development"] ?? null };
  const { waitTimeMsec = patience, ...others } = step;
  return { ...others, ...launch, ...(waitTimeMsec !== "default" && { waitTimeMsec }) };
}

/** Says which step it was. */
async function attempt(contract: Contract, index: number, step: Step, body: () => Promise<void>) {
  try {
    await body();
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${contract.name}.json, step ${index + 1}, ${JSON.stringify(step)}: ${told}`, { cause });
  }
}
