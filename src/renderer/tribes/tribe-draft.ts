import { etagOf } from "../../core/etag.ts";
import type { Tribe } from "../../core/tribe.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import type { SavedPort } from "../saved/saved-state.ts";
import { type Edited, useSaved } from "../saved/use-saved.ts";
import { say } from "../stores/toasts-store.ts";

/** What of a Tribe is edited on its page. The name only as long as the Tribe is new: renaming is an act of its own. */
export type TribeContent = Pick<Tribe, "name" | "audience" | "rules">;

export const emptyContent: TribeContent = { name: "", audience: "everyone", rules: { all: [] } };
const notMade: Tribe = { id: "", key: "", ...emptyContent, createdAt: "", updatedAt: "" };

/** A new Tribe that was sent into silence is not sent again by itself: it would be made twice. */
const unheard = "The server did not answer: look whether the Tribe is in the list before you save it again.";

export const tribeKey = (spaceId: string, id: string | null): string => `tribe/${spaceId}/${id ?? "new"}`;

/** How a Tribe is read and saved, by its id; a new one where there is none, which is not read. */
export function tribePort(console: Console, spaceId: string, id: string | null): SavedPort<Tribe> {
  const { client, tribes, saved, toasts } = console;
  const key = tribeKey(spaceId, id);
  const params = { spaceId, tribeId: id ?? "" };
  if (id !== null)
    return {
      key,
      get: () => client.exchange("getTribe", { params }),
      patch: ({ name, audience, rules }, options) =>
        client.exchange("updateTribe", { params, body: { name, audience, rules }, ...options }),
      onServer: (tribe) => tribes.keep(spaceId, tribe),
      byHand: { onSaved: ({ name }) => say(toasts, `Saved “${name}”`) },
      whole: ["rules"],
    };
  return {
    key,
    get: async () => ({ answer: notMade, etag: null }),
    patch: (edit) =>
      client.exchange("createTribe", { params: { spaceId }, body: { ...emptyContent, ...edit } }),
    onServer: (tribe) => tribe.id !== "" && tribes.keep(spaceId, tribe),
    byHand: {
      unheard,
      onSaved: (tribe, later) => {
        say(toasts, `Saved “${tribe.name}”`);
        saved.forget(key);
        const made = saved.get(tribePort(console, spaceId, tribe.id));
        made.offer(tribe, etagOf(tribe));
        made.edit(later);
      },
    },
    whole: ["rules"],
  };
}

/** The draft of a Tribe; the same one on every visit. Edits stay here until they are saved. `listed`: as the list has it. */
export function useTribeDraft(id: string | null, listed: Tribe | null = null): Edited<Tribe> {
  const console = useConsole();
  const { space } = useHere();
  return useSaved(tribePort(console, space.id, id), listed);
}
