import { z } from "zod";
import { type PlatformApi, type PlatformRoute, platformApi, routePath } from "../../core/api.ts";
import { isObject } from "../../core/json-object.ts";
import { tagAsTold } from "../../core/precondition.ts";
import { problemType } from "../../core/problem.ts";
import type { RouteAnswer, RouteInput, RouteParams, RouteSpec } from "../../core/route.ts";
import { AnsweredByOther, type ApiProblem, problemOf, ServerUnreachable } from "./api-problem.ts";

type ParamsPart<R extends RouteSpec> = keyof RouteParams<R> extends never
  ? { readonly params?: undefined }
  : { readonly params: RouteParams<R> };
type QueryPart<R> = R extends { readonly query: infer Q extends z.ZodType }
  ? { readonly query?: Partial<z.input<Q>> }
  : { readonly query?: undefined };
type BodyPart<R extends RouteSpec> = R extends { readonly body: z.ZodType }
  ? R extends { readonly optionalBody: true }
    ? { readonly body?: RouteInput<R> }
    : { readonly body: RouteInput<R> } | LinesPart<R>
  : R extends { readonly file: true }
    ? { readonly file: Blob }
    : { readonly body?: undefined };
type LinesPart<R extends RouteSpec> = R extends { readonly ndjson: true } ? { readonly lines: Blob } : never;

/** What a call of one route takes; derived from the route table, so it cannot disagree with the server. */
export type CallInput<R extends RouteSpec> = ParamsPart<R> &
  QueryPart<R> &
  BodyPart<R> & {
    readonly signal?: AbortSignal | undefined;
    /** Writes only where the object is still the one with this ETag; else the answer is 412 `stale`. */
    readonly ifMatch?: string | undefined;
    /** Lets the request outlive the page (used while it is being closed). */
    readonly keepalive?: boolean;
  };
type CallArguments<R extends RouteSpec> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** The platform API as this page calls it. Throws `ApiProblem` for a refusal and `ServerUnreachable` for silence. */
export interface ApiClient {
  call<Name extends PlatformRoute>(
    route: Name,
    ...input: CallArguments<PlatformApi[Name]>
  ): Promise<RouteAnswer<PlatformApi[Name]>>;
  /** The same, with the ETag of what came: what a later write names as `ifMatch`. */
  exchange<Name extends PlatformRoute>(
    route: Name,
    ...input: CallArguments<PlatformApi[Name]>
  ): Promise<Tagged<RouteAnswer<PlatformApi[Name]>>>;
  /** The answer as bytes, where a route has another form of it, e.g. `application/zip`. */
  download<Name extends PlatformRoute>(
    route: Name,
    accept: string,
    ...input: CallArguments<PlatformApi[Name]>
  ): Promise<Blob>;
}

/** An answer and the version that it is of; null where the route has no ETags. */
export interface Tagged<T> {
  readonly answer: T;
  readonly etag: string | null;
}

/** Told after every request how it went; the status bar and the sign-in gate live on it. */
export interface ClientObserver {
  /** `date`: the answer's header. */
  readonly reached?: (date: string | null) => void;
  readonly lost?: (route: PlatformRoute) => void;
  readonly signedOut?: () => void;
  /** Told of every call that is no GET and was not refused. */
  readonly wrote?: (route: PlatformRoute, input: AnyInput) => void;
  /** Told of every such call that was refused. */
  readonly refused?: (route: PlatformRoute, input: AnyInput, problem: ApiProblem) => void;
  /** Told how many requests are under way, whenever that changes. */
  readonly underWay?: (requests: number) => void;
}

/** The address of a route: path with parameters, then the query; an array repeats its name, undefined is left out. */
export function routeAddress(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return routePath(path, params) + (text === "" ? "" : `?${text}`);
}

/**
 * For how long an answer is waited for that takes a server no time, in ms: one that gives none, and none to any other request
 * meanwhile, is not reachable. Other answers may take as long as they do.
 */
const patience: Partial<Record<PlatformRoute, number>> = { getStatus: 10_000, getClock: 5_000 };

/** How many reads are under way at once: of a browser's six connections to a server, events and what is written need the others. */
const readsAtOnce = 4;

/** A client on this page's own origin; the console's cookie, and its page's secret that `fetching` sends, sign it in. */
export function createClient(told: ClientObserver, fetching: typeof fetch): ApiClient {
  let requests = 0;
  let answers = 0;
  const observer: ClientObserver = {
    ...told,
    reached: (date) => {
      answers += 1;
      told.reached?.(date);
    },
  };
  const fewAtOnce = atMost(readsAtOnce);
  const counted = async <T>(request: Promise<T>): Promise<T> => {
    requests += 1;
    observer.underWay?.(requests);
    try {
      return await request;
    } finally {
      requests -= 1;
      observer.underWay?.(requests);
    }
  };
  // Here a route is any of the table; the callers are typed by the one they name.
  const exchange = async (route: PlatformRoute, input: AnyInput = {}): Promise<Tagged<never>> => {
    const spec: RouteSpec = platformApi[route];
    const ms = patience[route];
    const fetcher = ms === undefined ? fetching : impatient(fetching, ms, () => answers);
    const answer = await send(fetcher, route, input, observer);
    if (!answer.ok) {
      const problem = await refusal(answer, observer);
      if (spec.method !== "get") observer.refused?.(route, input, problem);
      throw problem;
    }
    const body = answer.status === 204 ? undefined : await bodyIn(answer, input);
    if (body !== undefined && !isOf(spec.answer, body)) throw new AnsweredByOther();
    if (spec.method !== "get") observer.wrote?.(route, input);
    const etag = answer.headers.get("ETag");
    return { answer: body as never, etag: etag && tagAsTold(etag) };
  };
  const download = async (route: PlatformRoute, input: AnyInput): Promise<Blob> => {
    const answer = await send(fetching, route, input, observer);
    if (!answer.ok) throw await refusal(answer, observer);
    return answer.blob();
  };
  const waited = (route: PlatformRoute, input?: AnyInput): Promise<Tagged<never>> => {
    const isQuick = platformApi[route].method !== "get" || route in patience;
    return counted(isQuick ? exchange(route, input) : fewAtOnce(() => exchange(route, input)));
  };
  return {
    exchange: (route, ...[input]) => waited(route, input),
    call: async (route, ...[input]) => (await waited(route, input)).answer,
    download: (route, accept, ...[input]) => counted(download(route, { ...input, accept })),
  };
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** NDJSON, sent as it is. */
  readonly lines?: Blob;
  readonly file?: Blob;
  readonly signal?: AbortSignal | undefined;
  readonly ifMatch?: string | undefined;
  readonly keepalive?: boolean | undefined;
  readonly accept?: string;
}

async function send(
  fetcher: typeof fetch,
  route: PlatformRoute,
  input: AnyInput,
  observer: ClientObserver,
): Promise<Response> {
  const spec: RouteSpec = platformApi[route];
  const [body, type] = bodyOf(input);
  try {
    const answer = await fetcher(routeAddress(spec.path, input.params, input.query), {
      method: spec.method.toUpperCase(),
      headers: {
        Accept: input.accept ?? "application/json",
        ...(body !== undefined && { "Content-Type": type }),
        ...(input.ifMatch !== undefined && { "If-Match": input.ifMatch }),
      },
      ...(body !== undefined && { body }),
      ...(input.signal !== undefined && { signal: input.signal }),
      ...(input.keepalive === true && { keepalive: true }),
    });
    if (isOfOther(answer)) throw new AnsweredByOther();
    observer.reached?.(answer.headers.get("Date"));
    return answer;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    observer.lost?.(route);
    throw error instanceof ServerUnreachable ? error : new ServerUnreachable(error);
  }
}

/**
 * Whether a proxy answered, or a network that wants one to sign in: no route of ours answers with a page, and what is not here is
 * a problem (RFC 9457). Somebody else's 404 says nothing of what was asked for.
 */
function isOfOther(answer: Response): boolean {
  const type = answer.headers.get("Content-Type") ?? "";
  return answer.ok ? type.startsWith("text/html") : answer.status === 404 && !type.startsWith(problemType);
}

/**
 * Whether an answer has anything that its route gives. The server validates what it sends with the very schema that types this call;
 * `{}`, or whatever else a proxy has to say in JSON, is somebody else's, as a page is.
 */
function isOf(schema: z.ZodType | undefined, body: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((one) => isOf(one as z.ZodType, body));
  if (!(schema instanceof z.ZodObject)) return true;
  return isObject(body) && Object.keys(schema.shape).some((name) => Object.hasOwn(body, name));
}

/** What was answered; of one that was cut off nothing is known. */
async function bodyIn(answer: Response, { signal }: AnyInput): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw signal?.aborted ? error : new ServerUnreachable(error);
  }
}

/** A `fetch` that is given up where neither it nor anything else is answered for `ms`. */
const impatient =
  (fetcher: typeof fetch, ms: number, answers: () => number): typeof fetch =>
  (address, init) =>
    new Promise((resolve, reject) => {
      const own = new AbortController();
      const giveUp = () => own.abort(init?.signal?.reason);
      let seen = answers();
      const look = () => {
        if (answers() === seen) return own.abort();
        seen = answers();
        timer = setTimeout(look, ms);
      };
      let timer = setTimeout(look, ms);
      init?.signal?.addEventListener("abort", giveUp, { once: true });
      if (init?.signal?.aborted) giveUp();
      fetcher(address, { ...init, signal: own.signal })
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });

/** A body as it is sent, and its media type. */
function bodyOf({ body, lines, file }: AnyInput): readonly [BodyInit | undefined, string] {
  if (file !== undefined) return [file, "application/octet-stream"];
  if (lines !== undefined) return [lines, "application/x-ndjson"];
  return [body === undefined ? undefined : JSON.stringify(body), "application/json"];
}

async function refusal(answer: Response, observer: ClientObserver) {
  if (answer.status === 401) observer.signedOut?.();
  return problemOf(answer);
}

/** Lets so many requests be under way at once; the others wait in order. */
function atMost(atOnce: number): <T>(request: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  return async (request) => {
    if (free > 0) free -= 1;
    else await turn();
    try {
      return await request();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
