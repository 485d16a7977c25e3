import { type Query, QueryClient } from "@tanstack/react-query";
import { inEnvironment, inSpace } from "../../core/api/paths.ts";
import { type PlatformRoute, platformApi } from "../../core/api.ts";
import { ApiProblem } from "./api-problem.ts";
import type { RouteKey } from "./queries.ts";

/** How often a busy server is asked before its answer is shown. */
const mostTries = 3;
const busy: ReadonlySet<number> = new Set([429, 503]);

/**
 * What the server has said, for every page. A machine without a network has a server all the same. `isLost`: whether it can't be
 * reached now.
 */
export function createQueryClient(isLost = () => false): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        // Two readers at the same moment share one request.
        staleTime: 500,
        retry: (failed, error) => failed < mostTries && error instanceof ApiProblem && busy.has(error.status),
        retryDelay: (failed, error) =>
          error instanceof ApiProblem && error.retryAfter !== null ? error.retryAfter : 500 * 2 ** failed,
      },
    },
  });
  keepReasons(queries);
  restWhileLost(queries, isLost);
  return queries;
}

/** While the server is lost, only whether it is back is asked at intervals; once it is, all is read anew. */
function restWhileLost(queries: QueryClient, isLost: () => boolean): void {
  const defaulted = queries.defaultQueryOptions.bind(queries);
  queries.defaultQueryOptions = (given) => {
    const options = defaulted(given);
    const { refetchInterval: every, queryKey } = options;
    if (given._defaulted === true || every === undefined || queryKey[0] === "getStatus") return options;
    const asked: typeof every = (query) => !isLost() && (typeof every === "function" ? every(query) : every);
    return { ...options, refetchInterval: asked };
  };
}

/**
 * Keeps why a read failed until it succeeds. The library forgets it while it asks again, and a page that asks every
 * second would blink.
 */
function keepReasons(queries: QueryClient): void {
  const reasons = new WeakMap<Query, Error>();
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "error") reasons.set(query, action.error as Error);
    if (action.type === "success") reasons.delete(query);
    const reason = reasons.get(query);
    if (action.type === "fetch" && reason !== undefined && query.state.data === undefined)
      query.setState({ status: "error", error: reason });
  });
}

/** POST routes that change nothing. */
const looks: ReadonlySet<PlatformRoute> = new Set<PlatformRoute>([
  "tryTribe",
  "runPersonas",
  "generateCode",
  "explain",
  "launchConsole",
]);

/** What stands before a noun in a path, the longest first: a write there makes the reads there old. */
const places = [`${inEnvironment}/`, `${inSpace}/`, "/v2/orgs/:orgId/", "/v2/"];

/** The path to a route's noun, e.g. `/v2/spaces/:spaceId/tribes` of all that is done with a Tribe. */
export function nounOf(route: PlatformRoute): string {
  const { path } = platformApi[route];
  const place = places.find((one) => path.startsWith(one)) ?? "/";
  return place + path.slice(place.length).split("/", 1)[0];
}

/** What else a write of a noun makes old. */
const alsoOld: Readonly<Record<string, readonly string[]>> = {
  [nounOf("rotateApiKey")]: [nounOf("listEnvironments")],
  [nounOf("publish")]: [nounOf("listEnvironments")],
  [nounOf("putClock")]: [nounOf("getStatus")],
  [nounOf("putLan")]: [nounOf("getStatus")],
  [nounOf("startSimulation")]: [nounOf("getStage")],
  [nounOf("updateSettings")]: [nounOf("getStatus")],
  [nounOf("patchUser")]: [nounOf("countUsers"), nounOf("getSeen")],
};

interface Call {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

const isWrite = (route: PlatformRoute, { query = {} }: Call): boolean =>
  platformApi[route].method !== "get" && !looks.has(route) && query.dryRun === undefined;

/** Has all read again that a write made old: of its noun, in its Space and environment. */
export function afterWrite(queries: QueryClient, route: PlatformRoute, call: Call): void {
  if (!isWrite(route, call)) return;
  const { params = {} } = call;
  const noun = nounOf(route);
  const old = new Set([noun, ...(alsoOld[noun] ?? [])]);
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => {
      const [read, input] = queryKey as unknown as RouteKey;
      const its = (input as Call | undefined)?.params ?? {};
      return (
        read in platformApi &&
        old.has(nounOf(read)) &&
        among.every((name) => (params[name] ?? its[name]) === (its[name] ?? params[name]))
      );
    },
  });
}

/** Has read again what was not as it was known when a write was sent: the role, or what it was about, and the Space. */
export function afterRefusal(
  queries: QueryClient,
  route: PlatformRoute,
  call: Call,
  { code }: Pick<ApiProblem, "code">,
): void {
  if (!isWrite(route, call)) return;
  if (code === "forbidden") void queries.invalidateQueries({ queryKey: ["getMe"] });
  if (code !== "not-found") return;
  afterWrite(queries, route, call);
  void queries.invalidateQueries({ queryKey: ["listSpaces"] });
}

/** The parameters that say where something is; a noun in another place is not touched. */
const among = ["orgId", "spaceId", "envKey"] as const;
