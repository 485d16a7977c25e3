import { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import type { BoundRoute, Req, Res } from "./bind-routes.ts";

// The SDK plane's own routes are called most and must answer soonest, and Express takes half of their time, and half of an open
// stream's memory. Here is what their handlers use of Express's request and answer, the same to the byte
// (test/http/both-ways.test.ts). All other requests go through Express.

const noQuery = Object.freeze({});
const noParams = Object.freeze({});

/** A request with what our handlers use of Express's. On the prototype, which Express replaces: its own is not to be hidden. */
export class LeanRequest extends IncomingMessage {
  declare params: Readonly<Record<string, string>>;

  get query(): object {
    return noQuery;
  }

  get originalUrl(): string {
    return this.url ?? "/";
  }

  get path(): string {
    return this.originalUrl;
  }
}

/** An answer with what our handlers use of Express's. */
export class LeanResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(given: string | Readonly<Record<string, string>>, value?: string): this {
    if (typeof given === "string") this.setHeader(given, value ?? "");
    else for (const [name, one] of Object.entries(given)) this.setHeader(name, one);
    return this;
  }

  type(name: string): this {
    const type = name.includes("/") ? name : `application/${name}`;
    return this.set("Content-Type", `${type}; charset=utf-8`);
  }

  vary(name: string): this {
    const before = this.getHeader("Vary");
    return this.set("Vary", before === undefined ? name : `${String(before)}, ${name}`);
  }

  json(value: unknown): this {
    return this.type("json").send(JSON.stringify(value));
  }

  send(text: string): this {
    this.setHeader("Content-Length", Buffer.byteLength(text));
    this.end(text);
    return this;
  }
}

export interface LeanSteps {
  /** Sets the headers that every answer has, and throws where the request must not be answered at all. */
  readonly prepare: (req: Req, res: Res) => void;
  /** Takes in what other servers have changed; null where there are none. */
  readonly fresh: (() => Promise<void>) | null;
  readonly cors: RequestHandler;
  readonly explain: (error: unknown, req: Req, res: Res) => void;
}

/** Answers a request that is certainly for one of these routes; false for all others. */
export type Lean = (req: LeanRequest, res: LeanResponse) => boolean;

/** Answers routes without Express: exact paths with plain ids, and no query. */
export function leanWay(routes: readonly BoundRoute[], { prepare, fresh, cors, explain }: LeanSteps): Lean {
  const exact = new Map<string, BoundRoute["answer"]>();
  const withIds: { readonly method: string; readonly path: RegExp; readonly answer: BoundRoute["answer"] }[] =
    [];
  for (const { method, path, answer } of routes) {
    const verb = method.toUpperCase();
    if (!path.includes(":")) exact.set(`${verb} ${path}`, answer);
    else
      withIds.push({
        method: verb,
        path: new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[\\w.-]+)")}$`),
        answer,
      });
  }
  const find = (req: LeanRequest): BoundRoute["answer"] | null => {
    const { method = "", url = "" } = req;
    const found = exact.get(`${method} ${url}`);
    if (found !== undefined) {
      req.params = noParams;
      return found;
    }
    for (const route of withIds) {
      const match = route.method === method ? route.path.exec(url) : null;
      if (match === null) continue;
      req.params = { ...match.groups };
      return route.answer;
    }
    return null;
  };
  return (lean, leanRes) => {
    const answer = find(lean);
    if (answer === null) return false;
    const [req, res] = [lean as unknown as Req, leanRes as unknown as Res];
    const run = async () => {
      try {
        prepare(req, res);
        if (fresh !== null) await fresh();
        // Whoever has hung up meanwhile is told nothing.
        if (req.socket?.destroyed === true) return;
        cors(req, res, () => {});
        await answer(req, res);
      } catch (error) {
        explain(error, req, res);
      }
    };
    void run();
    return true;
  };
}
