import { useEffect, useMemo } from "react";
import type { ApiClient } from "../api/client.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { forgetEdit } from "../stores/unsaved-edits.ts";
import type { TribeContent } from "./draft-state.ts";
import { TribeDraft } from "./tribe-draft.ts";

/** The drafts of this page's life, so that undo outlives a look at another page. */
const drafts = new WeakMap<ApiClient, Map<string, TribeDraft>>();

const draftKey = (spaceId: string, id: string | null): string => `tribe/${spaceId}/${id ?? "new"}`;
const membership = ({ audience, rules }: TribeContent) => ({ audience, rules });

/** The draft of a Tribe, by its id; of a new one where there is none. The same one on every visit. */
export function useTribeDraft(id: string | null): TribeDraft {
  const { client, tribes } = useConsole();
  const { space } = useHere();
  const draft = useMemo(() => {
    const key = draftKey(space.id, id);
    const known = drafts.get(client) ?? new Map<string, TribeDraft>();
    drafts.set(client, known);
    const params = { spaceId: space.id, tribeId: id ?? "" };
    const made =
      known.get(key) ??
      new TribeDraft({
        key,
        get: id === null ? null : () => client.exchange("getTribe", { params }),
        save: (content, ifMatch) =>
          id === null
            ? client.exchange("createTribe", { params: { spaceId: space.id }, body: content })
            : client.exchange("updateTribe", { params, body: membership(content), ifMatch }),
        rename: (name, ifMatch) => client.exchange("updateTribe", { params, body: { name }, ifMatch }),
        onServer: (tribe) => tribes.keep(space.id, tribe),
      });
    known.set(key, made);
    return made;
  }, [client, tribes, space.id, id]);
  useEffect(() => void draft.load(), [draft]);
  return draft;
}

/** Lets go of a draft whose Tribe is made or gone, so that the next new one starts empty. */
export function forgetDraft(client: ApiClient, spaceId: string, id: string | null): void {
  drafts.get(client)?.delete(draftKey(spaceId, id));
  forgetEdit(localStorage, draftKey(spaceId, id));
}
