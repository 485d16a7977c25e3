import { useEffect, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";

const every = 10_000;
/** An edit is saved a moment after it was made; this is asked behind it. */
const pause = 300;

/** Who would get which scenario of the draft now, in this environment; null until it is known, or where it cannot be. */
export function useMatches({ id, updatedAt }: Collection): ScenarioMatches | null {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const [matches, setMatches] = useState<ScenarioMatches | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed Collection is counted anew.
  useEffect(() => {
    const asked = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const params = { spaceId: space.id, collectionId: id };
        const query = { environment, content: "draft" as const };
        if (!document.hidden)
          setMatches(await client.call("getMatches", { params, query, signal: asked.signal }));
      } catch {
        // The last counts stay; the status bar says it when the server is gone.
      }
      if (!asked.signal.aborted) timer = setTimeout(ask, every);
    };
    timer = setTimeout(ask, pause);
    return () => {
      asked.abort();
      clearTimeout(timer);
    };
  }, [client, space.id, environment, id, updatedAt]);
  return matches;
}
