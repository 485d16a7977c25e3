import { MutationObserver, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { PlatformApi, PlatformRoute } from "../../core/api.ts";
import type { RouteAnswer } from "../../core/route.ts";
import type { ApiClient, CallInput } from "./client.ts";

/** The routes that are read: by GET, or by a POST that changes nothing. */
export type Answer<Name extends PlatformRoute> = RouteAnswer<PlatformApi[Name]>;
/** What a read names: its parameters and its query. Its signal is the query client's. */
export type ReadInput<Name extends PlatformRoute> = Omit<
  CallInput<PlatformApi[Name]>,
  "signal" | "ifMatch" | "keepalive"
>;
/** The routes that answer a list page by page. */
export type ListRoute = {
  [Name in PlatformRoute]: Answer<Name> extends {
    readonly data: readonly unknown[];
    readonly next: string | null;
  }
    ? Name
    : never;
}[PlatformRoute];
export type Row<Name extends ListRoute> =
  Answer<Name> extends { readonly data: readonly (infer One)[] } ? One : never;

/** The cache key of a route's answer; a shorter one names every key that begins with it. */
export type RouteKey = readonly [route: PlatformRoute, input?: object];

/** One read of a route, for the query client or `useQuery`: late answers, retry and aborts are its affair. */
export const routeQuery = <Name extends PlatformRoute>(
  client: ApiClient,
  route: Name,
  input: ReadInput<Name>,
) =>
  queryOptions({
    queryKey: [route, input] as RouteKey,
    // The compiler cannot see that this input is of this route.
    queryFn: ({ signal }) =>
      client.call(route, ...([{ ...input, signal }] as never)) as Promise<Answer<Name>>,
  });

/** All rows of a list, page after page. For lists that a person could read, not for events. */
export const everyPageQuery = <Name extends ListRoute>(
  client: ApiClient,
  route: Name,
  input: ReadInput<Name>,
) =>
  queryOptions({
    queryKey: [route, { ...input, pages: "every" }] as RouteKey,
    queryFn: ({ signal }) =>
      everyPage<Row<Name>>((cursor) => {
        const query = { ...(input as { readonly query?: object }).query, limit: 200, cursor };
        return client.call(route, ...([{ ...input, query, signal }] as never)) as Promise<Page<Row<Name>>>;
      }),
  });

/** A read, by its cache key. */
interface Read {
  readonly queryKey: RouteKey;
  readonly queryFn?: unknown;
}

/**
 * Changes what is known of a read, e.g. by what a write answered; what is not known yet stays so. An answer that is on its
 * way was given before the change: it is dropped, and asked for anew.
 */
export function patchKnown<T>(queries: QueryClient, { queryKey }: Read, change: (known: T) => T): void {
  const asked = queries.isFetching({ queryKey, exact: true }) > 0;
  putIn(queries, queryKey, change);
  if (asked) void queries.invalidateQueries({ queryKey, exact: true });
}

function putIn<T>(queries: QueryClient, queryKey: RouteKey, change: (known: T) => T): void {
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<T>(queryKey, (known) => (known === undefined ? undefined : change(known)));
}

/** A change that is shown before it is sent. */
interface ShownChange<T> {
  /** The id of what is changed, where the order of its own changes is all that counts. */
  readonly of?: string;
  readonly show: (known: T) => T;
  /** Takes this change back, and nothing that was changed beside it. */
  readonly takeBack: (known: T) => T;
  readonly send: () => Promise<unknown>;
}

/**
 * Shows a change at once; changes of the same thing, or else of the same read, are sent one after the other. A refusal takes just this one back. In the
 * end what the server has is read again. @throws the reason of a refusal
 */
export async function changeAtOnce<T>(
  queries: QueryClient,
  { queryKey }: Read,
  { of, show, takeBack, send }: ShownChange<T>,
): Promise<void> {
  putIn(queries, queryKey, show);
  const sending = new MutationObserver(queries, {
    networkMode: "always",
    scope: { id: JSON.stringify([queryKey, of]) },
    mutationFn: () => {
      // What was read since the change before this one does not have it yet.
      putIn(queries, queryKey, show);
      return send();
    },
  });
  try {
    await sending.mutate();
  } catch (error) {
    putIn(queries, queryKey, takeBack);
    void queries.invalidateQueries({ queryKey, exact: true });
    throw error;
  }
}

/** One answer of a list, and where the next one begins. */
interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}

/** Follows a list's cursors to its end. For lists that a person could read, not for events. */
async function everyPage<T>(get: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await get(cursor);
    all.push(...page.data);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
