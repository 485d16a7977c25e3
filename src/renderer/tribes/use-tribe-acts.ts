import { useState } from "react";
import type { Collection } from "../../core/collection.ts";
import { itemsIn, tribesNamed } from "../../core/items.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import type { Tribe } from "../../core/tribe.ts";
import { isGone } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useActs } from "../parts/use-acts.ts";
import { useAct } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { copyName } from "../text/too-long.ts";
import { type TribeContent, tribeKey } from "./tribe-draft.ts";
import { type TribeUse, type UsePlace, usesOf, wholeModel } from "./tribe-uses.ts";

/** A Tribe that can't be deleted, and why. */
interface Blocked {
  readonly tribe: Tribe;
  readonly uses: readonly TribeUse[];
  readonly served: readonly UsePlace[];
}

/** What can be done with a Tribe as a whole, in the list and on its page. */
export function useTribeActs() {
  const console = useConsole();
  const { client, tribes, removals, toasts } = console;
  const { space } = useHere();
  const act = useAct();
  const deletions = useActs();
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  /** Hides it and deletes it when the undo has run out, unless something still uses it; `leave` is its page's way from it. */
  const remove = (tribe: Tribe, leave = () => {}): void =>
    deletions.once(tribe.id, () => ({
      send: async () => {
        const model = await wholeModel(console, space.id);
        const uses = usesOf(tribe.id, model);
        const served = await servedUses(client, space.id, model.collections, tribe.id);
        if (uses.length + served.length > 0)
          return {
            show: () => setBlocked({ tribe, uses, served }),
            said: `“${tribe.name}” was not deleted: it is still used`,
          };
        const params = { spaceId: space.id, tribeId: tribe.id };
        // First: its page is gone as soon as it is hidden, and leads nowhere then.
        leave();
        tribes.delete(removals, space.id, tribe, (options) =>
          client.call("deleteTribe", { params, ...options }),
        );
        return {};
      },
      failure: `“${tribe.name}” was not deleted.`,
    }));

  /** Makes another one like it; `show` goes there where one still is where that was asked. */
  const duplicate = ({ name, audience, rules }: Tribe, show: (made: Tribe) => void = () => {}): void =>
    act({
      send: async () => {
        const made = await make({ name: copyName(name), audience, rules });
        return { show: () => show(made) };
      },
      failure: `“${name}” was not duplicated.`,
    });

  /** Makes a Tribe that was deleted elsewhere once more, as it was edited here. @throws ApiProblem, ServerUnreachable */
  const makeAnew = async (id: string, content: TribeContent): Promise<Tribe> => {
    const made = await make(content);
    // Its page goes with the edit: whoever is on it goes to the new Tribe first.
    setTimeout(() => console.saved.forget(tribeKey(space.id, id)));
    return made;
  };

  const make = async (body: TribeContent): Promise<Tribe> => {
    const made = await client.call("createTribe", { params: { spaceId: space.id }, body });
    tribes.keep(space.id, made);
    say(toasts, `Created “${made.name}”`);
    return made;
  };

  return { remove, duplicate, makeAnew, blocked, closeBlocked: () => setBlocked(null) };
}

/** What environments serve that names a Tribe: the drafts may no longer say so. Throws as the client does. */
async function servedUses(
  client: ApiClient,
  spaceId: string,
  collections: readonly Collection[],
  tribeId: string,
): Promise<UsePlace[]> {
  const served = collections.flatMap(({ id, status }) =>
    environmentKeys.map((environment) => ({ id, environment, version: status[environment].version })),
  );
  const found = await Promise.all(
    served.map(async ({ id, environment, version }) => {
      if (version === null) return [];
      const params = { spaceId, collectionId: id, environment, version: String(version) };
      const publication = await client.call("getPublication", { params }).catch((reason: unknown) => {
        if (isGone(reason)) return null;
        throw reason;
      });
      if (publication === null) return [];
      return itemsIn(publication.content)
        .filter(({ scenarios }) => scenarios.some((one) => tribesNamed(one).includes(tribeId)))
        .map(({ name }) => ({ name, place: `as served in ${environmentNames[environment]}` }));
    }),
  );
  return found.flat();
}
