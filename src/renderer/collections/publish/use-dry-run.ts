import { useCallback, useEffect, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { DryRun, PublicationCreate } from "../../../core/publication.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";

export type Trial =
  | { readonly phase: "asking" }
  | { readonly phase: "failed"; readonly reason: string }
  | { readonly phase: "ready"; readonly run: DryRun };

/** Asks what a publication would change, and for whom, once all edits have arrived. */
export function useDryRun(collection: Collection, body: PublicationCreate): readonly [Trial, () => void] {
  const { client, saved } = useConsole();
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
        const answer = await client.call("publish", {
          params: { spaceId: space.id, collectionId: collection.id },
          query: { dryRun: "1" },
          body: JSON.parse(wanted) as PublicationCreate,
          signal: asked.signal,
        });
        if ("diff" in answer) setTrial({ phase: "ready", run: answer });
      } catch (error) {
        if (!asked.signal.aborted) setTrial({ phase: "failed", reason: inWords(error) });
      }
    };
    void ask();
    return () => asked.abort();
  }, [client, saved, space.id, collection.id, wanted, round]);
  return [trial, useCallback(() => setRound((n) => n + 1), [])];
}
