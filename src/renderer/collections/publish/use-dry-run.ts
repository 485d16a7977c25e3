import { useCallback, useEffect, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { DryRun, PublicationCreate } from "../../../core/publication.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { useOnReach } from "../../app/use-on-reach.ts";

export type Trial =
  | { readonly phase: "asking" }
  | { readonly phase: "failed"; readonly reason: string }
  | {
      readonly phase: "ready";
      readonly run: DryRun;
      /** Of the change that it shows: a publication with it makes this change, or none. */
      readonly etag: string | null;
    };

/** Asks what a publication would change, and for whom, once all edits and deletions have arrived. */
export function useDryRun(collection: Collection, body: PublicationCreate): readonly [Trial, () => void] {
  const { client, removals, saved } = useConsole();
  const { space } = useHere();
  const [trial, setTrial] = useState<Trial>({ phase: "asking" });
  const [round, setRound] = useState(0);
  const wanted = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const asked = new AbortController();
    const ask = async () => {
      setTrial({ phase: "asking" });
      try {
        await saved.flush();
        await removals.settle(space.id);
        const { answer, etag } = await client.exchange("publish", {
          params: { spaceId: space.id, collectionId: collection.id },
          query: { dryRun: "1" },
          body: JSON.parse(wanted) as PublicationCreate,
          signal: asked.signal,
        });
        if ("diff" in answer) setTrial({ phase: "ready", run: answer, etag });
      } catch (error) {
        if (!asked.signal.aborted) setTrial({ phase: "failed", reason: inWords(error) });
      }
    };
    void ask();
    return () => asked.abort();
  }, [client, removals, saved, space.id, collection.id, wanted, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  useOnReach(() => trial.phase === "failed" && again());
  return [trial, again];
}
