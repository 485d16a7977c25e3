import { skipToken, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { PlatformRoute } from "../../core/api.ts";
import {
  type Answer,
  everyPageQuery,
  type ListRoute,
  type ReadInput,
  type RouteKey,
  type Row,
  routeQuery,
} from "../api/queries.ts";
import { useConsole } from "./console-context.ts";

type Options<T, Shown> = Omit<UseQueryOptions<T, Error, Shown, RouteKey>, "queryKey" | "queryFn">;

/** What a route answers, fresh as `options` say; with `null` for its input it is not asked. */
export function useRoute<Name extends PlatformRoute, Shown = Answer<Name>>(
  route: Name,
  input: ReadInput<Name> | null,
  options: Options<Answer<Name>, Shown> = {},
): UseQueryResult<Shown, Error> {
  const { client } = useConsole();
  const read = input === null ? notAsked<Answer<Name>>(route) : routeQuery(client, route, input);
  return useQuery({ ...read, ...options } as UseQueryOptions<Answer<Name>, Error, Shown, RouteKey>);
}

/** All rows of a list; with `null` for its input it is not asked. */
export function useEveryPage<Name extends ListRoute, Shown = Row<Name>[]>(
  route: Name,
  input: ReadInput<Name> | null,
  options: Options<Row<Name>[], Shown> = {},
): UseQueryResult<Shown, Error> {
  const { client } = useConsole();
  const read = input === null ? notAsked<Row<Name>[]>(route) : everyPageQuery(client, route, input);
  return useQuery({ ...read, ...options } as UseQueryOptions<Row<Name>[], Error, Shown, RouteKey>);
}

const notAsked = <T>(route: PlatformRoute) => ({
  queryKey: [route, {}] as RouteKey,
  queryFn: skipToken as never as () => T,
});
