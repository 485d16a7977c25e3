import { useCallback, useEffect, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { Publication } from "../../../core/publication.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { useOnReach } from "../../app/use-on-reach.ts";

interface Publications {
  /** Newest first; null until they are known. */
  readonly all: readonly Publication[] | null;
  readonly problem: string | null;
  /** Reads older ones; null where there are none. */
  readonly more: (() => void) | null;
  readonly retry: () => void;
}

/** What was published of a Collection in this environment. */
export function usePublications({ id, status }: Collection): Publications {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const [all, setAll] = useState<readonly Publication[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useCallback(
    async (cursor: string | undefined) => {
      try {
        const params = { spaceId: space.id, collectionId: id };
        const page = await client.call("listPublications", { params, query: { environment, cursor } });
        setAll((before) => (cursor === undefined ? page.data : [...(before ?? []), ...page.data]));
        setNext(page.next);
        setProblem(null);
      } catch (error) {
        setProblem(inWords(error));
      }
    },
    [client, space.id, id, environment],
  );
  const { version } = status[environment];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is read at once.
  useEffect(() => void read(undefined), [read, version]);
  useOnReach(() => problem !== null && void read(undefined));
  return {
    all,
    problem,
    more: next === null ? null : () => void read(next),
    retry: () => void read(undefined),
  };
}
