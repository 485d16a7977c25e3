import { randomUUID } from "node:crypto";
import http from "node:http";
import { connect } from "node:net";
import { createParser } from "eventsource-parser";
import type { Random } from "../random.ts";
import { type Outcome, type Platform, token } from "./platform.ts";

export const space = "/v2/spaces/my-first-space";
export const environment = `${space}/environments/development`;

/** What was acknowledged, and what can be true where the connection broke before the answer. */
export class Model {
  readonly events = { acknowledged: new Set<string>(), tried: new Set<string>() };
  /** By name: what each may be now, as text; `gone` where it may not be there. */
  readonly users = new Map<string, Set<string>>();
  readonly collections = new Map<string, Set<string>>();
  readonly tokens = new Map<string, Set<string>>();
  readonly publications = new Set<string>();
  readonly imported = new Set<string>();
  /** Sequences in the order in which the one that reads the stream was told them. */
  readonly read: number[] = [];
  /** What no client is ever to be answered. */
  readonly faults: string[] = [];
  readonly requests = new Map<string, number>();
}

export const gone = "gone";

/**
 * Notes what a change may have come to. A busy store has changed nothing; one that could not make sure of a change (its file
 * is not in its place) may have it once the file is back. Another 5xx is a fault.
 */
export function note(
  model: Model,
  outcome: Outcome,
  may: Map<string, Set<string>>,
  name: string,
  after: string,
): void {
  const before = may.get(name) ?? new Set([gone]);
  const isOpen =
    outcome.status === "unknown" || (outcome.status === 503 && outcome.body.code === "storage-failed");
  if (isOpen) may.set(name, before.add(after));
  else if (outcome.status < 300) may.set(name, new Set([after]));
  else may.set(name, before);
  count(model, outcome, name);
}

export function count(model: Model, outcome: Outcome, what: string): void {
  const kind = String(outcome.status);
  model.requests.set(kind, (model.requests.get(kind) ?? 0) + 1);
  if (typeof outcome.status !== "number" || outcome.status < 500 || outcome.status === 503) return;
  model.faults.push(`${what}: ${outcome.status} ${JSON.stringify(outcome.body).slice(0, 300)}`);
}

interface World {
  readonly platform: Platform;
  readonly model: Model;
  readonly random: Random;
  readonly stopped: () => boolean;
  /** Runs alone among those that change documents. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

export type Client = (world: World) => Promise<void>;

/** A moment to others, and to a server that was just now answering 503. */
const rest = (outcome: Outcome) =>
  new Promise((resolve) => setTimeout(resolve, outcome.status === 503 ? 50 : 1));

const metadata = (random: Random) => ({
  pair1: { key: "genre", value: random.pick(["drama", "comedy", "größe", "🎬".repeat(20)]) },
  ...(random.below(3) === 0 && { pair2: { key: "long", value: "x".repeat(256) } }),
});

/** Sends each batch until it is acknowledged, as an SDK does. */
export const tracks =
  (way: "own" | "segment"): Client =>
  async ({ platform, model, random, stopped }) => {
    while (!stopped()) {
      const ids = Array.from({ length: 1 + random.below(20) }, () => randomUUID());
      for (const id of ids) model.events.tried.add(id);
      const time = new Date().toISOString();
      const person = `viewer-${random.below(40)}`;
      const [path, body] =
        way === "own"
          ? [
              "/sdk/v1/events",
              {
                sentAt: time,
                events: ids.map((id) => ({
                  id,
                  name: "movie/watched",
                  time,
                  userId: person,
                  metadata: metadata(random),
                })),
              },
            ]
          : [
              "/v1/batch",
              {
                writeKey: platform.key,
                batch: ids.map((messageId) => ({
                  type: "track",
                  event: "Order Completed",
                  userId: person,
                  messageId,
                  properties: {
                    total: random.below(100),
                    note: "n".repeat(random.below(random.below(10) === 0 ? 2000 : 100)),
                  },
                })),
              },
            ];
      for (let done = false; !done; ) {
        const outcome = await platform.ask("sdkUrl", "POST", path as string, body);
        count(model, outcome, path as string);
        done = outcome.status === 202 || outcome.status === 200;
        if (done) for (const id of ids) model.events.acknowledged.add(id);
        else if (outcome.status === 400) model.faults.push(`${path}: ${JSON.stringify(outcome.body)}`);
        if (stopped() && outcome.status === "unknown") return;
        await rest(outcome);
      }
    }
  };

/** Makes, changes and deletes users of its own. */
export const editsUsers: Client = async ({ platform, model, random, stopped }) => {
  for (let turn = 0; !stopped(); turn += 1) {
    const id = `user-${random.below(30)}`;
    const path = `${environment}/users/${id}`;
    const deletes = random.below(4) === 0;
    const outcome = deletes
      ? await platform.ask("platformUrl", "DELETE", path)
      : await platform.ask("platformUrl", "PUT", path, { fields: { turn }, labels: [] });
    note(model, outcome, model.users, id, deletes ? gone : String(turn));
    await rest(outcome);
  }
};

/** Renames a Collection of its own and publishes it, again and again. */
export const editsDocuments: Client = async ({ platform, model, stopped, alone }) => {
  for (let turn = 0; !stopped(); turn += 1) {
    const outcome = await alone(async () => {
      const path = `${space}/collections/edited`;
      const made = await platform.ask("platformUrl", "POST", `${space}/collections`, {
        name: "0",
        key: "edited",
      });
      note(model, made, model.collections, "edited", "0");
      const name = `Turn ${turn}`;
      const renamed = await platform.ask("platformUrl", "PATCH", path, { name });
      note(model, renamed, model.collections, "edited", name);
      const published = await platform.ask("platformUrl", "POST", `${path}/publications`, {
        environment: "development",
      });
      count(model, published, "publish");
      if (published.status === 201) model.publications.add(String(published.body.version));
      return renamed;
    });
    await rest(outcome);
  }
};

/** Makes tokens, and revokes every other. */
export const makesTokens: Client = async ({ platform, model, stopped }) => {
  for (let turn = 0; !stopped(); turn += 1) {
    const name = `token ${turn}`;
    const made = await platform.ask("platformUrl", "POST", "/v2/tokens", { name, role: "viewer" });
    note(model, made, model.tokens, name, "there");
    if (made.status === 201 && turn % 20 !== 0) {
      const revoked = await platform.ask("platformUrl", "DELETE", `/v2/tokens/${made.body.id}`);
      note(model, revoked, model.tokens, name, gone);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};

/** Imports some hundred users at once, of up to 2 kB. */
export const imports: Client = async ({ platform, model, random, stopped }) => {
  for (let turn = 0; !stopped(); turn += 1) {
    const ids = Array.from({ length: 50 + random.below(400) }, (_, index) => `import-${turn}-${index}`);
    const lines = ids.map((id) => JSON.stringify({ id, fields: { about: "a".repeat(random.below(2000)) } }));
    const outcome = await platform.ask(
      "platformUrl",
      "POST",
      `${environment}/users/import`,
      `${lines.join("\n")}\n`,
      {
        "content-type": "application/x-ndjson",
      },
    );
    count(model, outcome, "import");
    if (outcome.status === 200 && outcome.body.rejected.length === 0)
      for (const id of ids) model.imported.add(id);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** Starts sessions and reads their states. */
export const startsSessions: Client = async ({ platform, model, random, stopped }) => {
  while (!stopped()) {
    const started = await platform.ask("sdkUrl", "POST", "/sdk/v1/sessions", {
      userId: `viewer-${random.below(40)}`,
      fields: { plan: "gold", about: "b".repeat(random.below(4000)) },
      sdk: { name: "browser", version: "1.0.0" },
      device: { id: `device-${random.below(40)}`, platform: "web" },
    });
    count(model, started, "session");
    if (started.status === 201)
      count(
        model,
        await platform.ask("sdkUrl", "GET", `/sdk/v1/sessions/${started.body.session.id}/states`),
        "states",
      );
    await rest(started);
  }
};

const looks = [
  ...[
    "users?sort=lastSeenAt&order=desc",
    "users?q=viewer",
    "user-count",
    "stats",
    "events?q=drama",
    "events?order=asc",
  ],
  ...["events/rate?buckets=30", "seen", "events?userId=viewer-2"],
].map((path) => `${environment}/${path}`);

/** Reads all that a console reads. */
export const looksAround: Client = async ({ platform, model, random, stopped }) => {
  while (!stopped()) {
    const path = random.pick([...looks, `${space}/collections`, "/v2/status", "/v2/audit", "/v2/clock"]);
    const outcome = await platform.ask("platformUrl", "GET", path);
    count(model, outcome, path);
    if (outcome.status === 404) model.faults.push(`${path}: 404`);
    await rest(outcome);
  }
};

/** Follows the events' stream, and resumes it by the last id that it was told. */
export const followsEvents: Client = async ({ platform, model, stopped }) => {
  let last: string | null = null;
  while (!stopped()) {
    const { platformUrl } = await platform.where();
    await new Promise<void>((resolve) => {
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          if (id === undefined || event === "reset") return;
          last = id;
          model.read.push(JSON.parse(data).sequence);
        },
      });
      const headers = {
        authorization: `Bearer ${token}`,
        ...{ "last-event-id": last ?? "0" },
      };
      const request = http.get(`${platformUrl}${environment}/events/stream`, { headers }, (response) => {
        response.setEncoding("utf8");
        response.on("data", (text: string) => parser.feed(text));
        response.on("close", resolve);
        response.on("error", () => resolve());
      });
      request.on("error", () => resolve());
      const look = setInterval(() => {
        if (stopped()) request.destroy();
      }, 50);
      request.on("close", () => {
        clearInterval(look);
        resolve();
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Asks for all events and never reads them. */
export const neverReads: Client = async ({ platform, stopped }) => {
  while (!stopped()) {
    const { port } = new URL((await platform.where()).platformUrl);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1").pause();
      socket.write(
        `GET ${environment}/events/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nLast-Event-ID: 0\r\n\r\n`,
      );
      socket.on("error", () => resolve());
      socket.on("close", () => resolve());
      const look = setInterval(() => {
        if (stopped()) socket.destroy();
      }, 50);
      socket.on("close", () => clearInterval(look));
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
