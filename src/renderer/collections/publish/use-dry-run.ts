import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { DryRun, PublicationCreate } from "../../../core/publication.ts";
import { membershipText } from "../../../core/tribe.ts";
import { goneWords, inWords, isGone } from "../../api/api-problem.ts";
import { isPassing } from "../../api/retry.ts";
import { useConsole } from "../../page/console-context.ts";
import { slowly } from "../../page/reads.ts";
import { useHere } from "../../page/use-here.ts";
import { arrived } from "../arrived.ts";
import { tribesChanged } from "./publish-words.ts";

export interface Shown {
  readonly run: DryRun;
  /** Of the change that it shows: a publication with it makes this change, or none. */
  readonly etag: string | null;
  /** What decided who is in which Tribe. */
  readonly tribes: string;
}

export type Trial =
  /** `waits` says what it waits for before it asks, where that takes its time. */
  | { readonly phase: "asking"; readonly waits: string | null }
  | { readonly phase: "failed"; readonly reason: string }
  | ({ readonly phase: "ready" } & Shown);

/**
 * Asks what a publication would change, and for whom, once its edits and deletions have arrived; anew in each dialog, and
 * for as long as it is open: drafts, Tribes and people change meanwhile.
 */
export function useDryRun(
  collection: Collection,
  body: PublicationCreate,
): readonly [Trial, () => Promise<Shown | null>] {
  const console = useConsole();
  const { space } = useHere();
  const [waits, tell] = useState<string | null>(null);
  const tribesNow = useTribesNow();
  const params = { spaceId: space.id, collectionId: collection.id };
  const { data, error, refetch } = useQuery<Shown>({
    queryKey: ["dryRun", params, body],
    queryFn: async ({ signal }) => {
      tell(null);
      await arrived(console, params, tell);
      tell(null);
      await console.queries.ensureQueryData(console.tribes.query(space.id));
      const tribes = tribesNow();
      const { answer, etag } = await console.client.exchange("publish", {
        params,
        query: { dryRun: "1" },
        body,
        signal,
      });
      return { run: answer as DryRun, etag, tribes };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: slowly,
  });
  const again = () => refetch().then((found) => found.data ?? null);
  // What was shown stays where the next look did not get through.
  if (error !== null && (data === undefined || !isPassing(error)))
    return [{ phase: "failed", reason: isGone(error) ? goneWords() : inWords(error) }, again];
  return [data === undefined ? { phase: "asking", waits } : { phase: "ready", ...data }, again];
}

/**
 * What is another than when one looked, in words, and a look anew. Looked at is what was shown first, then what one was told of by a
 * button that did nothing else: what comes the moment before it is pressed is not published unseen.
 */
export function useLooked(
  trial: Trial,
  otherChange: string,
): readonly [string | null, (at: Shown | null) => void] {
  const [looked, look] = useState<Shown | null>(null);
  const shown = trial.phase === "ready" ? trial : null;
  if (looked === null && shown !== null) look(shown);
  if (looked === null || shown === null) return [null, look];
  if (looked.etag !== shown.etag) return [otherChange, look];
  return [looked.tribes === shown.tribes ? null : tribesChanged, look];
}

/** Gives what decides who is in which Tribe, as it is known now. */
export function useTribesNow(): () => string {
  const { tribes } = useConsole();
  const { space } = useHere();
  return () => membershipText(tribes.known(space.id));
}
