import { randomUUID } from "node:crypto";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import express, { type Express, type Response, type Router } from "express";
import { limits } from "../../core/limits.ts";
import { Problem, problemCodes, problemType } from "../../core/problem.ts";
import type { BoundRoute, Req, Res } from "./bind-routes.ts";
import { boundsOf, Connections } from "./connections.ts";
import { takeAbsolute } from "./host-guard.ts";
import { type Lean, LeanRequest, LeanResponse, type LeanSteps, leanWay } from "./lean.ts";
import type { RequestLog } from "./request-log.ts";
import { problemHandler, problemOf } from "./send-problem.ts";

interface PlaneOptions {
  readonly name: "platform" | "SDK";
  /** Throws a Problem for a request that must not be answered at all: a foreign Host or Origin. */
  readonly guard: (req: IncomingMessage) => void;
  readonly routes: Router;
  /** Routes that are answered without Express where they are asked for plainly, and by what origins. */
  readonly hot?: Pick<LeanSteps, "cors" | "fresh"> & { readonly routes: readonly BoundRoute[] };
  readonly problemOrigin: () => string;
  /** What the other plane has, by how its paths begin, and where that is: people take one address for the other. */
  readonly elsewhere?: { readonly begins: RegExp; readonly place: () => string };
  /** By what its answers are dated, in ms UTC; left out: this machine's clock. */
  readonly now?: () => number;
  readonly log: (line: string, requestId?: string) => void;
  readonly onRequest?: RequestLog | null;
  /** Whether an address is a proxy's, with many people behind it. */
  readonly trusts?: (address: string) => boolean;
}

export interface Plane {
  readonly createListener: () => Server;
}

/** One plane: an Express application that guards, answers and explains, and the servers that listen for it. */
export function createPlane(options: PlaneOptions): Plane {
  const app = express();
  const classes = options.hot === undefined ? classesOf(app) : leanClasses;
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  const connections = new Connections(boundsOf(options.name), options.trusts);
  const prepare = (req: IncomingMessage, res: Response) => {
    res.setHeader("X-Request-Id", sentId(req) ?? newRequestId());
    res.setHeader("X-Content-Type-Options", "nosniff");
    if (options.now !== undefined) res.setHeader("Date", new Date(options.now()).toUTCString());
    options.onRequest?.(options.name, req, res);
    refuseBeyond(connections, req, res);
    options.guard(req);
  };
  app.use((req, res, next) => {
    prepare(req, res);
    next();
  });
  app.use(options.routes);
  app.use((req) => {
    const { elsewhere } = options;
    const other = elsewhere?.begins.test(req.path) === true ? ` Ask ${elsewhere.place()} for that.` : "";
    throw new Problem("not-found", `There is nothing at ${req.path.slice(0, 200)}.${other}`);
  });
  const handleProblem = problemHandler(options.problemOrigin, options.log, options.name === "SDK");
  app.use(handleProblem);
  const explain = (error: unknown, req: Req, res: Res) => handleProblem(error, req, res, () => {});
  const { hot } = options;
  const lean = hot === undefined ? () => false : leanWay(hot.routes, { ...hot, prepare, explain });
  return {
    createListener: () => listenerFor({ app, lean, classes }, connections, options),
  };
}

interface Ways {
  readonly app: Express;
  readonly lean: Lean;
  readonly classes: Classes;
}

/** What a server makes for each request. */
interface Classes {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

const leanClasses = { IncomingMessage: LeanRequest, ServerResponse: LeanResponse };

/**
 * Requests and answers that are an application's from the start. Express gives each another prototype otherwise, and V8 then
 * takes nearly half of what a request leaves behind for what stays: collecting it costs more than the request.
 */
function classesOf(app: Express): Classes {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  const made = app as unknown as { request: object; response: object };
  Object.setPrototypeOf(AppRequest.prototype, made.request);
  Object.setPrototypeOf(AppResponse.prototype, made.response);
  made.request = AppRequest.prototype;
  made.response = AppResponse.prototype;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** One connection too many is told so, and hung up. */
function refuseBeyond(connections: Connections, req: IncomingMessage, res: Response): void {
  if (!connections.refuses(req.socket)) return;
  res.setHeader("Connection", "close");
  throw new Problem("busy", "Too many connections are open here. Try again in a moment.", {
    headers: { "Retry-After": "1" },
  });
}

const processId = randomUUID().slice(0, 8);
let requests = 0;
function newRequestId(): string {
  requests += 1;
  return `req_${processId}${requests.toString(36)}`;
}

/** A caller's own request id is kept where it is a plain token. */
function sentId(req: IncomingMessage): string | null {
  const sent = req.headers["x-request-id"];
  return typeof sent === "string" && /^[\w.-]{8,100}$/.test(sent) ? sent : null;
}

/**
 * Node answers some requests by itself, without a body. Here they reach the application, which guards and explains: one
 * without a Host, one that expects what nobody knows, and one that would upgrade (there are no WebSockets; RFC 9110, 7.8
 * lets a server ignore that).
 */
function listenerFor({ app, lean, classes }: Ways, connections: Connections, options: PlaneOptions): Server {
  const server = createServer({
    ...classes,
    // A recording or a user import may take as long as it goes on; what an SDK sends is small.
    requestTimeout: options.name === "SDK" ? silence : 0,
    headersTimeout: 15_000,
    keepAliveTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
  });
  server.on("connection", (socket) => connections.accept(socket));
  server.on("request", (req, res) => {
    takeAbsolute(req);
    connections.asks(req, res);
    endSilent(options, req, res);
  });
  server.on("request", (req, res) => {
    const answer = () => {
      if (!lean(req as LeanRequest, res as LeanResponse)) app(req, res);
    };
    // One that was sent before the answer to another is answered after that: until then both would lie in memory.
    if (res.socket === null) res.once("socket", answer);
    else answer();
  });
  server.on("checkExpectation", app);
  server.on("connect", (_req, socket) => {
    // Node leaves this socket to us: without a listener its error would end the process.
    socket.on("error", () => socket.destroy());
    writeRaw(options, socket as Socket, new Problem("method-not-allowed", "This server is not a proxy."));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseUnreadable(options, error, socket),
  );
  return server;
}

const silence = limits.silentSeconds.value * 1000;
const tooSlow = () =>
  new Problem("request-timeout", `Nothing more came for ${limits.silentSeconds.value} s. Send it again.`);

/**
 * A body that stops coming ends its request; where what came lies unread, it is the server that is slow. A whole answer that nobody
 * takes ends, too: it lies in memory. What is read bit by bit waits for its reader, and takes little.
 */
function endSilent(options: PlaneOptions, req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  const wait = () => socket.setTimeout(silence);
  wait();
  // Node resumes what nobody has read once it is answered, and has set how long the connection may stay idle by then.
  req.on("resume", () => res.writableEnded || wait());
  // Of a request that has come whole Node tells the response alone, and hangs up where nobody listens.
  res.on("timeout", () => {
    if (res.writableEnded && res.hasHeader("content-length")) socket.destroy();
    else if (req.complete || req.isPaused() || req.readableLength > 0) wait();
    else if (res.headersSent) socket.destroy();
    else writeRaw(options, socket, tooSlow());
  });
}

/** Answers what Node's parser refuses as a problem too, where the connection can still be written to. */
function refuseUnreadable(options: PlaneOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    writeRaw(options, socket, tooSlow());
    return;
  }
  const detail =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "The address and the headers are too long."
      : "The request is not valid HTTP.";
  // Where the head came in parts, the packet at hand does not begin with the method.
  const { rawPacket } = error as { readonly rawPacket?: Buffer };
  const method = /^[A-Z]+ /.exec(rawPacket?.toString("latin1", 0, 20) ?? "")?.[0];
  const mayHaveBody = error.code !== "HPE_HEADER_OVERFLOW" || (method !== undefined && method !== "HEAD ");
  writeRaw(options, socket, new Problem("invalid-request", detail), mayHaveBody);
}

/** What answers HEAD has no body (RFC 9110, 9.3.2), nor what may answer it. */
function writeRaw(options: PlaneOptions, socket: Socket, problem: Problem, mayHaveBody = true): void {
  const body = !mayHaveBody ? "" : JSON.stringify(problemOf(problem, options.problemOrigin(), "/"));
  const head = [
    `HTTP/1.1 ${problem.status} ${problemCodes[problem.code].title}`,
    `X-Request-Id: ${newRequestId()}`,
    `Content-Type: ${problemType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
