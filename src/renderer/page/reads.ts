import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Seen } from "../../core/seen.ts";
import type { Status } from "../../core/settings.ts";
import type { Environment, EnvironmentStats, Space } from "../../core/space.ts";
import { inWords, unreadWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import { everyPageQuery, patchKnown, type ReadInput, type RouteKey, routeQuery } from "../api/queries.ts";
import { inAlphabet } from "../text/format.ts";
import type { Console } from "./console-context.ts";
import { usePlace } from "./use-here.ts";
import { useEveryPage, useRoute } from "./use-route.ts";

/** What more than one page reads of the server. The frame keeps most of it fresh; see there. */

/** The parameters of routes below an environment. */
export const inPlace = (place: Place) => ({ params: paramsOf(place) });

/** How fresh the frame keeps what changes slowly, in ms: nobody who shows it has to ask before that. */
export const slowly = 5000;

/** What the server says about itself; null until it has. */
export const useStatus = (): Status | null => useRoute("getStatus", {}, { staleTime: slowly }).data ?? null;

/** The figures of the place on screen; null until they are known, or with the reason why they are not. */
export function useStats(): {
  readonly stats: EnvironmentStats | null;
  readonly problem: string | null;
  readonly again: () => void;
} {
  const { data, error, refetch } = useRoute("getStats", inPlace(usePlace()), { staleTime: slowly });
  return { stats: data ?? null, problem: error && inWords(error), again: () => void refetch() };
}

const noEnvironments: readonly Environment[] = [];

/** A Space's three environments with their keys and revisions; empty until they are known. */
export const useEnvironments = (spaceId: string): readonly Environment[] =>
  useRoute("listEnvironments", { params: { spaceId } }, { staleTime: slowly }).data?.data ?? noEnvironments;

interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Why something could not be read, and the way to try again; null where it was. */
const problemOf = ({ data, error, refetch }: Read) =>
  data === undefined && error !== null ? { reason: inWords(error), again: () => void refetch() } : null;

export const useStatusProblem = () => problemOf(useRoute("getStatus", {}, { staleTime: slowly }));

export const useEnvironmentsProblem = () =>
  problemOf(useRoute("listEnvironments", { params: { spaceId: usePlace().spaceId } }, { staleTime: slowly }));

/** One version of a Collection in one environment. */
export interface VersionName {
  readonly spaceId: string;
  readonly collectionId: string;
  readonly environment: EnvironmentKey;
  readonly version: number;
  /** When it was published, where that is known. */
  readonly publishedAt?: string | null | undefined;
}

/**
 * A version never changes, so each is asked for once, whatever is written: each of its time, since a restore or a checkout may put
 * another one in its place. Of one whose time is not known that can't be told.
 */
export function versionQuery(client: ApiClient, name: VersionName, wanted = true) {
  const { version, publishedAt, ...where } = name;
  const params = { ...where, version: String(version) };
  return {
    ...routeQuery(client, "getPublication", { params }),
    queryKey: ["getPublication", { params, publishedAt }] as RouteKey,
    ...(publishedAt != null && { staleTime: "static" as const }),
    gcTime: Number.POSITIVE_INFINITY,
    enabled: wanted,
  };
}

const everySpace: ReadInput<"listSpaces"> = {};

export const spacesQuery = ({ client }: Pick<Console, "client">) =>
  everyPageQuery(client, "listSpaces", everySpace);

const byName = (spaces: readonly Space[]): readonly Space[] =>
  spaces.toSorted((a, b) => inAlphabet(a.name, b.name));

/** Every Space that the caller may see, by name; asked once somebody is signed in. */
export const useSpaces = (signedIn = true) =>
  useEveryPage("listSpaces", signedIn ? everySpace : null, { select: byName, staleTime: slowly });

/** Shows a new or a changed Space at once: its page is opened before the list has been read again. */
export function keepSpace(console: Pick<Console, "queries" | "client">, space: Space): void {
  patchKnown<readonly Space[]>(console.queries, spacesQuery(console), (all) => [
    ...all.filter(({ id }) => id !== space.id),
    space,
  ]);
}

/** Lists a Space no longer: whoever goes on to the first page must not come back to it. */
export function dropSpace(console: Pick<Console, "queries" | "client">, { id }: Space): void {
  patchKnown<readonly Space[]>(console.queries, spacesQuery(console), (all) =>
    all.filter((one) => one.id !== id),
  );
}

/** What the environment has really seen, for suggestions, soon with what has only just come; null until it is known, or with a sentence on why it is not. */
export function useSeen(): { readonly seen: Seen | null; readonly unread: string | null } {
  const { data = null, error } = useRoute("getSeen", inPlace(usePlace()), {
    refetchInterval: slowly,
    staleTime: slowly / 2,
  });
  return { seen: data, unread: data === null && error !== null ? unreadWords("What was seen", error) : null };
}

/** Whether the platform answers at an address beyond this computer. */
export const isPublic = ({ platformUrl }: Status): boolean => new URL(platformUrl).hostname !== "127.0.0.1";

/** Whether whoever reads may sit anywhere, and not at the server; by the page's own address until the server has said. */
export function useIsPublic(): boolean {
  const status = useStatus();
  return status === null ? !["127.0.0.1", "localhost"].includes(location.hostname) : isPublic(status);
}
