import { useQuery } from "@tanstack/react-query";
import type { Collection } from "../../../core/collection.ts";
import type { DryRun, PublicationCreate } from "../../../core/publication.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";

export type Trial =
  | { readonly phase: "asking" }
  | { readonly phase: "failed"; readonly reason: string }
  | {
      readonly phase: "ready";
      readonly run: DryRun;
      /** Of the change that it shows: a publication with it makes this change, or none. */
      readonly etag: string | null;
    };

/** Asks what a publication would change, and for whom, once all edits and deletions have arrived; anew in each dialog. */
export function useDryRun(collection: Collection, body: PublicationCreate): readonly [Trial, () => void] {
  const { client, removals, saved } = useConsole();
  const { space } = useHere();
  const params = { spaceId: space.id, collectionId: collection.id };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["dryRun", params, body],
    queryFn: async ({ signal }) => {
      await saved.flush();
      await removals.settle(space.id);
      const { answer, etag } = await client.exchange("publish", {
        params,
        query: { dryRun: "1" },
        body,
        signal,
      });
      return { run: answer as DryRun, etag };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const again = () => void refetch();
  if (isFetching) return [{ phase: "asking" }, again];
  if (error !== null) return [{ phase: "failed", reason: inWords(error) }, again];
  return [data === undefined ? { phase: "asking" } : { phase: "ready", ...data }, again];
}
