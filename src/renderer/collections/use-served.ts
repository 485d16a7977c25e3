import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Collection } from "../../core/collection.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import {
  type CollectionContent,
  contentOf,
  type Difference,
  type PublishedCollection,
} from "../../core/publication.ts";
import { diffContents } from "../../core/publishing/diff.ts";
import { inWords } from "../api/api-problem.ts";
import { changedParts, type PartChange } from "../model/changed-parts.ts";
import { useConsole } from "../page/console-context.ts";
import { type VersionName, versionQuery } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { useTypes } from "./collections-state.ts";

export type ServedVersion =
  | { readonly phase: "loading" }
  | ({ readonly phase: "ready" } & PublishedCollection)
  | { readonly phase: "failed"; readonly reason: string };

/** One published version; asked for where it is wanted and not known. */
export function useVersion(name: VersionName, wanted = true): ServedVersion & { readonly again: () => void } {
  const { data, error, refetch } = useQuery(versionQuery(useConsole().client, name, wanted));
  const again = () => void refetch();
  if (data !== undefined) return { phase: "ready", ...data, again };
  return error === null ? { phase: "loading", again } : { phase: "failed", reason: inWords(error), again };
}

/** What an environment, else this one, serves of a Collection: null where nothing is published. */
export function useServed({ id, status }: Collection, of?: EnvironmentKey): ServedVersion | null {
  const { space, environment: here } = useHere();
  const environment = of ?? here;
  const { version, publishedAt } = status[environment];
  const name = { spaceId: space.id, collectionId: id, environment, version: version ?? 0, publishedAt };
  const served = useVersion(name, version !== null);
  return version === null ? null : served;
}

/** What publishing the draft would change in this environment; null while it is not known. */
export function useDraftDiff(collection: Collection): readonly Difference[] | null {
  const served = useServed(collection);
  const types = useTypes();
  const content = served?.phase === "ready" ? served.content : null;
  const isKnown = served === null || content !== null;
  return useMemo(
    () => (isKnown ? diffContents(content, contentOf(collection, types)) : null),
    [isKnown, content, types, collection],
  );
}

const nothing: ReadonlyMap<string, PartChange> = new Map();

/** For each Collection, its parts that differ from what this environment serves; null while that is not known. */
export function useChanges(
  collections: readonly Collection[],
): (collection: Collection) => ReadonlyMap<string, PartChange> | null {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const types = useTypes();
  const changed = collections.flatMap(({ id, status }) => {
    const { state, version, publishedAt } = status[environment];
    return state === "changed" && version !== null ? [{ collectionId: id, version, publishedAt }] : [];
  });
  const contents = useQueries({
    queries: changed.map((one) => versionQuery(client, { spaceId: space.id, environment, ...one })),
    combine: contentsOf,
  });
  const changes = useMemo(
    () => new Map(collections.map((one) => [one.id, changesOf(one, types, contents.get(one.id))])),
    [collections, types, contents],
  );
  return ({ id, status }) => changes.get(id) ?? (status[environment].state === "changed" ? null : nothing);
}

const contentsOf = (
  answers: readonly { readonly data: PublishedCollection | undefined }[],
): ReadonlyMap<string, CollectionContent> =>
  new Map(
    answers.flatMap(({ data }) =>
      data === undefined ? [] : [[data.publication.collectionId, data.content]],
    ),
  );

const changesOf = (
  collection: Collection,
  types: Parameters<typeof changedParts>[1],
  content: CollectionContent | undefined,
) => (content === undefined ? null : changedParts(collection, types, content));
