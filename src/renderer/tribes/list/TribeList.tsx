import { useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import { useConsole } from "../../app/console-context.ts";
import { usePlace } from "../../app/use-here.ts";
import { usePoll } from "../../app/use-poll.ts";
import { tribeText } from "../../why/rule-text.ts";
import { InUseDialog } from "../page/InUseDialog.tsx";
import { NameDialog } from "../page/NameDialog.tsx";
import { usesOf } from "../tribe-uses.ts";
import { useModel, useNames } from "../use-model.ts";
import { useTribeActs } from "../use-tribe-acts.ts";
import { ListFind } from "./ListFind.tsx";
import { type ListOrder, orderedTribes, readOrder } from "./list-order.ts";
import { ReachCounts } from "./reach-counts.ts";
import { TribeTable } from "./TribeTable.tsx";

/** People move without anybody touching a Tribe. In ms. */
const every = 15_000;

/** All Tribes of the Space, with how many they hold in this environment. */
export function TribeList({ tribes }: { readonly tribes: readonly Tribe[] }) {
  const { client, tribes: list } = useConsole();
  const place = usePlace();
  const model = useModel();
  const names = useNames(model.tribes);
  const acts = useTribeActs();
  const [renaming, setRenaming] = useState<Tribe | null>(null);
  const counts = useMemo(() => new ReachCounts(client, place), [client, place]);
  useEffect(() => () => counts.stop(), [counts]);
  const reach = useStore(counts.store);
  const { find, order, go } = useListAddress();
  const lines = useMemo(
    () =>
      tribes.map((tribe) => {
        const own = reach[tribe.id]?.matched;
        return {
          tribe,
          text: tribeText(tribe, names),
          used: usesOf(tribe.id, model).length,
          reach: own === undefined ? null : own.users + own.visitors,
        };
      }),
    [tribes, names, model, reach],
  );
  const shown = orderedTribes(lines, find, order);
  const rules = JSON.stringify(tribes.map(({ id, updatedAt }) => [id, updatedAt]));
  const again = async () => {
    for (const id of Object.keys(counts.store.getState())) counts.ask(id);
  };
  usePoll(again, every, rules);
  const rename = async (tribe: Tribe, name: string) => {
    const params = { spaceId: place.spaceId, tribeId: tribe.id };
    list.keep(place.spaceId, await client.call("updateTribe", { params, body: { name } }));
  };
  return (
    <>
      <ListFind find={find} found={shown.length} all={tribes.length} onFind={(text) => go(text, order)} />
      <div className="scroll">
        <TribeTable
          lines={shown}
          order={order}
          reach={reach}
          onOrder={(next) => go(find, next)}
          onShown={(id) => counts.ask(id)}
          onRename={setRenaming}
          onDuplicate={(tribe) => void acts.duplicate(tribe)}
          onDelete={(tribe) => void acts.remove(tribe)}
        />
      </div>
      {renaming !== null && (
        <NameDialog
          initial={renaming.name}
          onClose={() => setRenaming(null)}
          onRename={(name) => rename(renaming, name)}
        />
      )}
      {acts.blocked !== null && (
        <InUseDialog name={acts.blocked.tribe.name} {...acts.blocked} onClose={acts.closeBlocked} />
      )}
    </>
  );
}

/** What the address says of the list. */
function useListAddress() {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const go = (find: string, order: ListOrder) => {
    const query = new URLSearchParams();
    if (find !== "") query.set("q", find);
    if (order !== "name") query.set("sort", order);
    navigate(path + (query.size > 0 ? `?${query}` : ""), { replace: true });
  };
  return { find: search.get("q") ?? "", order: readOrder(search.get("sort")), go };
}
