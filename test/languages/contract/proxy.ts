import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it came by. */
export interface Seen {
  readonly line: string;
  readonly status: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: contract files look into bodies of every shape
  readonly body: any;
}

/** An answer that the platform does not give. */
export interface WrongAnswer {
  /** What a request's line begins with, e.g. `POST /sdk/v1/events`; `*` stands for one part of a path. */
  readonly to: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Only where the request has this text in its body, as a firewall looks for it. */
  readonly having?: string;
  /** The body, or already the head, comes a letter at a time, and never ends. */
  readonly drips?: "body" | "head";
  /** How often; until the file's end without. */
  readonly times?: number;
  /** The platform gets the request all the same: it is its answer that is lost. */
  readonly forward?: boolean;
}

/**
 * `off`: nobody is there. `silent`: somebody is, who says nothing. `deaf`: what is sent arrives, and no answer comes back. `held`: what is sent
 * goes on once the network is another.
 */
export type Network = "on" | "off" | "silent" | "deaf" | "held" | { readonly delayMsec: number };

/** What lies between an app and the platform. */
export interface Wire {
  readonly url: string;
  readonly seen: Seen[];
  /** The ids of the sessions that the platform has given, in order. */
  readonly sessions: string[];
  readonly network: (state: Network) => void;
  readonly answer: (answer: WrongAnswer) => void;
  /** From now on the platform alone answers. */
  readonly answerNoMore: () => void;
  /** Breaks off every connection that is open. */
  readonly cut: () => void;
  /** How many answers drip to somebody who still listens. */
  readonly dripping: () => number;
  readonly close: () => Promise<void>;
}

/** `answersPreflights`: by itself, as it answers for an engine that is a web page while what it runs is none. */
export async function startProxy(target: string, answersPreflights = false): Promise<Wire> {
  let state: Network = "on";
  let letGo = () => {};
  let held = Promise.resolve();
  const wrong: (WrongAnswer & { left: number })[] = [];
  const seen: Seen[] = [];
  const sessions: string[] = [];
  const sockets = new Set<Socket>();
  const dripping = new Set<Socket>();
  /** Those on which already the head drips. */
  const beforeHead = new Set<Socket>();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  /** The platform's answer; what it takes counts for this file, also where its app has gone. */
  const ask = (req: IncomingMessage, text: Buffer): Promise<IncomingMessage> => {
    const asked = isClosed ? Promise.reject(new Error("closed")) : forwarded(req, text, target);
    const over = asked.catch(() => null).finally(() => underWay.delete(over));
    underWay.add(over);
    return asked;
  };
  const take = (line: string, text: Buffer) => {
    const found = wrong.find(
      (one) => one.left > 0 && beginsWith(line, one.to) && text.includes(one.having ?? ""),
    );
    if (found !== undefined) found.left -= 1;
    return found;
  };
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (state === "off") return void req.socket.destroy();
    if (answersPreflights && req.method === "OPTIONS") return void res.writeHead(204, preflight(req)).end();
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks);
    const line = `${req.method} ${req.url?.split("?")[0]}`;
    const note = (status: number | null) => seen.push({ line, status, body: parsed(text) });
    if (state === "silent") return void note(null);
    const given = req.method === "OPTIONS" ? undefined : take(line, text);
    if (state === "held") await held;
    if (typeof state === "object") await new Promise((done) => setTimeout(done, delayOf(state)));
    if (given !== undefined) {
      if (given.forward) await ask(req, text);
      note(given.status);
      if (given.drips === "head") {
        req.socket.write(`HTTP/1.1 ${given.status} OK\r\nX-Long: `);
        beforeHead.add(req.socket);
        return drip(req.socket, () => req.socket.write("x"));
      }
      res.writeHead(given.status, {
        "content-type": "application/json",
        "access-control-allow-origin": req.headers.origin ?? "*",
        "access-control-expose-headers": "ETag, Retry-After",
        ...given.headers,
      });
      if (given.drips === "body") return drip(req.socket, () => res.write(" "));
      return void res.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body ?? {}));
    }
    const answer = await ask(req, text).catch(() => null);
    note(answer?.statusCode ?? null);
    if (answer === null || state === "deaf") return void req.socket.destroy();
    res.writeHead(answer.statusCode ?? 500, answer.headers);
    res.flushHeaders();
    if (line === "POST /sdk/v1/sessions") noteSession(answer, sessions);
    answer.pipe(res);
    res.on("close", () => answer.destroy());
  };
  const server = createServer((req, res) => {
    handle(req, res).catch(() => req.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const drip = (socket: Socket, one: () => void) => {
    const timer = setInterval(one, 100);
    dripping.add(socket);
    socket.on("close", () => {
      clearInterval(timer);
      dripping.delete(socket);
      beforeHead.delete(socket);
    });
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    sessions,
    network: (next) => {
      state = next;
      letGo();
      if (next === "held")
        held = new Promise((done) => {
          letGo = done;
        });
      else if (next !== "on") cut();
    },
    answerNoMore: () => wrong.splice(0),
    answer: (one) => wrong.push({ ...one, left: one.times ?? Number.POSITIVE_INFINITY }),
    cut,
    dripping: () => dripping.size,
    close: async () => {
      isClosed = true;
      // Foundation of Linux ends its program where a connection is lost before a head is whole, whoever still waits for it.
      for (const socket of beforeHead) socket.end("\r\n\r\n", () => socket.destroy());
      for (const socket of sockets) if (!beforeHead.has(socket)) socket.destroy();
      await new Promise((done) => server.close(done));
      // The next file counts what is stored from here on.
      await Promise.all(underWay);
    },
  };
}

/** Whether a request's line begins so; `*` stands for one part of a path. */
export const beginsWith = (line: string, start: string): boolean =>
  new RegExp(`^${start.replace(/[.?+]/g, "\\$&").replaceAll("*", "[^/]+")}`).test(line);

const preflight = ({ headers }: IncomingMessage) => ({
  "access-control-allow-origin": headers.origin ?? "*",
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
});

function noteSession(answer: IncomingMessage, sessions: string[]): void {
  const chunks: Buffer[] = [];
  answer.on("data", (chunk: Buffer) => chunks.push(chunk));
  answer.on("end", () => {
    const body = parsed(Buffer.concat(chunks)) as { readonly session?: { readonly id: string } } | null;
    if (body?.session !== undefined) sessions.push(body.session.id);
  });
}

const delayOf = (state: Network): number => (typeof state === "object" ? state.delayMsec : 0);

function forwarded(req: IncomingMessage, body: Buffer, target: string): Promise<IncomingMessage> {
  const { host } = new URL(target);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${target}${req.url}`,
      { method: req.method, headers: { ...req.headers, host }, agent: false },
      resolve,
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return null;
  }
}
