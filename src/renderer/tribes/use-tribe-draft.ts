import { useEffect, useMemo } from "react";
import { useConsole } from "../app/console-context.ts";
import type { Console } from "../app/create-console.ts";
import { useHere } from "../app/use-here.ts";
import type { TribeContent } from "./draft-state.ts";
import { TribeDraft } from "./tribe-draft.ts";

/** The drafts of this page's life, so that undo outlives a look at another page. */
const drafts = new WeakMap<Console, Map<string, TribeDraft>>();

const draftKey = (spaceId: string, id: string | null): string => `tribe/${spaceId}/${id ?? "new"}`;
const membership = ({ audience, rules }: TribeContent) => ({ audience, rules });

/** The draft of a Tribe, by its id; of a new one where there is none. The same one on every visit. */
export function useTribeDraft(id: string | null): TribeDraft {
  const console = useConsole();
  const { space } = useHere();
  const draft = useMemo(() => {
    const key = draftKey(space.id, id);
    const { client, tribes, kept } = console;
    const known = drafts.get(console) ?? new Map<string, TribeDraft>();
    drafts.set(console, known);
    const params = { spaceId: space.id, tribeId: id ?? "" };
    const made =
      known.get(key) ??
      new TribeDraft(
        {
          key,
          get: id === null ? null : () => client.exchange("getTribe", { params }),
          save: (content, ifMatch) =>
            id === null
              ? client.exchange("createTribe", { params: { spaceId: space.id }, body: content })
              : client.exchange("updateTribe", { params, body: membership(content), ifMatch }),
          rename: (name, ifMatch) => client.exchange("updateTribe", { params, body: { name }, ifMatch }),
          onServer: (tribe) => tribes.keep(space.id, tribe),
        },
        kept,
      );
    known.set(key, made);
    return made;
  }, [console, space.id, id]);
  useEffect(() => void draft.load(), [draft]);
  return draft;
}

/** Lets go of a draft whose Tribe is made or gone, so that the next new one starts empty. */
export function forgetDraft(console: Console, spaceId: string, id: string | null): void {
  drafts.get(console)?.delete(draftKey(spaceId, id));
  console.kept.forget(draftKey(spaceId, id));
}
