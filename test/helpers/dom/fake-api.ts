import { type PlatformApi, type PlatformRoute, platformApi } from "../../../src/core/api.ts";
import {
  type FieldError,
  fieldErrors,
  invalid,
  Problem,
  type ProblemCode,
  problemCodes,
} from "../../../src/core/problem.ts";
import type { RouteAnswer, RouteInput, RouteParams, RouteSpec } from "../../../src/core/route.ts";

type Answer<Name extends PlatformRoute> = RouteAnswer<PlatformApi[Name]>;

/** A request that the console sent. Its query is as it was written in the address. */
export interface Asked<Name extends PlatformRoute> {
  readonly params: RouteParams<PlatformApi[Name]>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RouteInput<PlatformApi[Name]>;
  readonly ifMatch: string | null;
}

/** What a route answers: a value, or what the request makes of it. */
type Reply<Name extends PlatformRoute> =
  | Answer<Name>
  | ((asked: Asked<Name>) => Answer<Name> | Promise<Answer<Name>>);
type AnyReply = (asked: Asked<PlatformRoute>) => unknown;

/** A real server that answers for what a test has given no answer. */
export type Behind = (method: string, address: string, body: string | null) => Promise<Response>;

/** What is asked with a body and changes nothing; to publish is, where it says so, only tried. */
const onlyAsk: ReadonlySet<PlatformRoute> = new Set(["tryTribe", "explain", "generateCode", "runPersonas"]);

/**
 * The server as the console's `fetch` sees it, typed and checked by the route table: a body that the real server would refuse
 * is refused, in its words, and an answer that it could not give fails the test. A list that nobody filled is empty; any
 * other route that is asked must have been given an answer. A reply may throw a `Problem`. Where a real server stands behind
 * it, that answers what only reads instead; what would change something needs an answer of the test's.
 */
export class FakeApi {
  readonly #replies = new Map<PlatformRoute, AnyReply>();
  readonly #etags = new Map<PlatformRoute, string>();
  readonly #calls: { readonly route: PlatformRoute; readonly asked: Asked<PlatformRoute> }[] = [];
  /** What was asked that has no answer, or a wrong one: a test that has any fails. */
  readonly faults: string[] = [];
  readonly #behind: Behind | undefined;
  readonly #through = new Set(onlyAsk);

  constructor(behind?: Behind) {
    this.#behind = behind;
  }

  /** From now on the route answers this; with `etag` in that header. */
  answer<Name extends PlatformRoute>(route: Name, reply: Reply<Name>, etag?: string): this {
    this.#replies.set(route, (typeof reply === "function" ? reply : () => reply) as AnyReply);
    if (etag === undefined) this.#etags.delete(route);
    else this.#etags.set(route, etag);
    return this;
  }

  /** From now on the route is refused with this problem. */
  refuse(
    route: PlatformRoute,
    code: ProblemCode,
    detail: string = code,
    errors: readonly FieldError[] = [],
  ): this {
    this.#replies.set(route, () => {
      throw new Problem(code, detail, { errors });
    });
    return this;
  }

  /** From now on the real server answers this write too: it refuses it, and says why. */
  letThrough(route: PlatformRoute): this {
    this.#through.add(route);
    return this;
  }

  /** Holds the next answers of a route back until `release`, whatever they are by then. Later ones are not held. */
  hold(route: PlatformRoute): { readonly release: () => void } {
    let release = () => {};
    const opened = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = this.#reply(route);
    const held: AnyReply = async (asked) => {
      await opened;
      const now = this.#replies.get(route);
      return (now === undefined || now === held ? before : now)(asked);
    };
    this.#replies.set(route, held);
    return {
      release: () => {
        if (this.#replies.get(route) === held) this.#replies.set(route, before);
        release();
      },
    };
  }

  /** What a route was asked so far, oldest first. */
  asked<Name extends PlatformRoute>(route: Name): readonly Asked<Name>[] {
    return this.#calls.filter((one) => one.route === route).map(({ asked }) => asked as never as Asked<Name>);
  }

  /** Takes the place of the page's `fetch`. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const address = new URL(String(input instanceof Request ? input.url : input), location.origin);
    const found = findRoute(init.method ?? "GET", address.pathname);
    if (found === null) return this.#fault(`nothing is at ${init.method ?? "GET"} ${address.pathname}`);
    const { route, params } = found;
    const asked = {
      params,
      query: Object.fromEntries(address.searchParams),
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      ifMatch: new Headers(init.headers).get("If-Match"),
    } as Asked<PlatformRoute>;
    this.#calls.push({ route, asked });
    const real = this.#isReal(route, asked) ? this.#behind : undefined;
    const answer = real?.(
      init.method ?? "GET",
      address.pathname + address.search,
      init.body as string | null,
    );
    return unlessAborted(answer ?? this.#answer(route, asked), init.signal);
  };

  #isReal(route: PlatformRoute, { query }: Asked<PlatformRoute>): boolean {
    if (this.#replies.has(route)) return false;
    return platformApi[route].method === "get" || this.#through.has(route) || query.dryRun !== undefined;
  }

  async #answer(route: PlatformRoute, asked: Asked<PlatformRoute>): Promise<Response> {
    const spec: RouteSpec = platformApi[route];
    try {
      const body =
        (asked.body as unknown) instanceof Blob ? undefined : spec.body?.safeParse(asked.body ?? {});
      if (body?.success === false) throw invalid(fieldErrors(body.error));
      const answer = await this.#reply(route)(asked);
      if (answer instanceof Blob) return new Response(answer);
      const etag = this.#etags.get(route);
      const headers = etag === undefined ? {} : { ETag: etag };
      const checked = spec.answer?.safeParse(answer);
      if (checked?.success === false)
        return this.#fault(`${route} can't answer that: ${checked.error.message}`);
      if (spec.answer === undefined) return new Response(null, { status: 204, headers });
      return Response.json(answer, { status: spec.status[0], headers });
    } catch (error) {
      if (error instanceof Problem) return problemOf(error);
      return this.#fault(`${route}: ${error instanceof Error ? error.message : error}`);
    }
  }

  #reply(route: PlatformRoute): AnyReply {
    const given = this.#replies.get(route);
    if (given !== undefined) return given;
    const spec: RouteSpec = platformApi[route];
    const empty = { data: [], next: null };
    if (spec.method === "get" && spec.answer?.safeParse(empty).success) return () => empty;
    return () => {
      throw new Error("was asked, and has no answer");
    };
  }

  #fault(fault: string): Response {
    this.faults.push(fault);
    return problemOf(new Problem("internal-error", fault));
  }
}

export function problemOf({ code, message: detail, errors }: Problem): Response {
  const { status, title } = problemCodes[code];
  const document = { type: `/problems/${code}`, title, status, detail, instance: "/", code, errors };
  return Response.json(document, { status, headers: { "Content-Type": "application/problem+json" } });
}

const routes = Object.entries(platformApi as Readonly<Record<string, RouteSpec>>).map(([name, spec]) => ({
  route: name as PlatformRoute,
  method: spec.method.toUpperCase(),
  parts: spec.path.split("/"),
}));

/** A path with fewer parameters is the closer one: `/users/import` before `/users/:userId`. */
export function findRoute(method: string, path: string) {
  const asked = path.split("/");
  const fits = (part: string, at: number) => part === asked[at] || (part.startsWith(":") && asked[at] !== "");
  const [found] = routes
    .filter((one) => one.method === method.toUpperCase() && one.parts.length === asked.length)
    .filter(({ parts }) => parts.every(fits))
    .sort((a, b) => parameters(a.parts).length - parameters(b.parts).length);
  if (found === undefined) return null;
  const named = found.parts.flatMap((part, at) =>
    part.startsWith(":") ? [[part.slice(1), decodeURIComponent(asked[at] ?? "")] as const] : [],
  );
  return { route: found.route, params: Object.fromEntries(named) };
}

const parameters = (parts: readonly string[]) => parts.filter((part) => part.startsWith(":"));

/** As `fetch` does: a request that is given up fails at once. */
function unlessAborted(answer: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    answer.then(resolve, reject);
  });
}
