import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { PlatformApi } from "../../core/api.ts";
import type { RouteAnswer } from "../../core/route.ts";
import type { User, UserCount } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import type { RouteKey } from "../api/queries.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { countWithout, personKey, removalKey } from "../people/user-port.ts";
import type { UserFilter } from "./user-filter.ts";

const pageSize = 100;
const refreshEvery = 6000;

type Person = Pick<User, "id" | "kind">;
type Page = RouteAnswer<PlatformApi["listUsers"]>;
type Pages = InfiniteData<Page, string | undefined>;

/** The users and visitors of one environment that a filter leaves, page by page. */
export const usersQuery = (client: ApiClient, place: Place, filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: ["listUsers", { params: paramsOf(place), query: filter, pages: "more" }] as RouteKey,
    queryFn: ({ pageParam, signal }) =>
      client.call("listUsers", {
        params: paramsOf(place),
        query: { ...filter, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next ?? undefined,
    // Of more than the first page a reader's place is worth more than news.
    refetchInterval: ({ state }) => (isLong(state.data) ? false : refreshEvery),
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
  });

const isLong = (data: Pages | undefined): boolean => (data?.pages.length ?? 0) > 1;

export interface Users {
  /** Undefined until the first of them are known. */
  readonly rows: readonly User[] | undefined;
  /** How many the filter leaves; null until it is known. */
  readonly count: UserCount | null;
  /** Whether somebody of them is being deleted, and can be brought back. */
  readonly isGoing: boolean;
  readonly hasMore: boolean;
  readonly problem: string | null;
  /** Reads the next page; the first one again, where that is what failed. */
  readonly more: () => void;
}

/** Whom a filter leaves, without who is being deleted. */
export function useUsers(filter: UserFilter): Users {
  const { client, removals } = useConsole();
  const place = usePlace();
  const { kind, q, label, tribe } = filter;
  const list = useInfiniteQuery(usersQuery(client, place, filter));
  const count = useRoute(
    "countUsers",
    { params: paramsOf(place), query: { kind, q, label, tribe } },
    { refetchInterval: refreshEvery },
  );
  const hidden = useStore(removals.hidden);
  const { data } = list;
  const [rows, going] = useMemo(() => {
    const known = new Map(data?.pages.flatMap((page) => page.data).map((user) => [personKey(user), user]));
    const isGoing = (user: User) => hidden.has(removalKey(place, user));
    const all = [...known.values()];
    return [data && all.filter((user) => !isGoing(user)), all.filter(isGoing)] as const;
  }, [data, hidden, place]);
  return {
    rows,
    count: count.data
      ? countWithout(
          count.data,
          going.map((user) => user.kind),
        )
      : null,
    isGoing: going.length > 0,
    hasMore: list.hasNextPage,
    problem: list.error && inWords(list.error),
    more: () => {
      if (list.isFetchNextPageError || !list.isError) {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      } else void list.refetch();
    },
  };
}

/** Hides somebody at once and deletes them when the undo has run out; a refusal brings them back with the reason. */
export function deleteUser(
  { client, queries, removals }: Pick<Console, "client" | "queries" | "removals">,
  place: Place,
  { id, kind }: Person,
): void {
  const params = paramsOf(place);
  const isOther = (user: User) => personKey(user) !== personKey({ id, kind });
  removals.offer({
    key: removalKey(place, { id, kind }),
    spaceId: place.spaceId,
    said: `Deleted “${id}”`,
    refused: `“${id}” was not deleted.`,
    remove: (options) =>
      client.call("deleteUser", { params: { ...params, userId: id }, query: { kind }, ...options }),
    // They are read anew as well, but would be seen until then.
    drop: () =>
      queries.setQueriesData<Pages>(
        { predicate: ({ queryKey: [route, input] }) => route === "listUsers" && isPaged(input, params) },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({ ...page, data: page.data.filter(isOther) })),
          },
      ),
  });
}

const isPaged = (input: unknown, params: object): boolean => {
  const read = input as { readonly pages?: string; readonly params?: object };
  return read.pages === "more" && JSON.stringify(read.params) === JSON.stringify(params);
};
