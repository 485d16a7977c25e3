import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Reach, Tribe } from "../../../core/tribe.ts";
import { useConsole } from "../../page/console-context.ts";
import { usePlace } from "../../page/use-here.ts";
import { ProblemLine } from "../../parts/Field.tsx";
import { FindInput } from "../../parts/FindInput.tsx";
import { useAddressQuery, useNotUnderstood } from "../../parts/use-address-query.ts";
import { tribeText } from "../../rules/rule-text.ts";
import { useNames } from "../../rules/use-names.ts";
import { count, counted } from "../../text/format.ts";
import { longestSearch, tooLong } from "../../text/too-long.ts";
import { InUseDialog, NameDialog } from "../page/TribeDialogs.tsx";
import { tribePort } from "../tribe-draft.ts";
import { countsOfUses, useModel } from "../tribe-uses.ts";
import { useTribeActs } from "../use-tribe-acts.ts";
import { type ListOrder, orderedTribes, readOrder } from "./list-order.ts";
import { ReachCounts } from "./reach-counts.ts";
import { TribeTable } from "./TribeTable.tsx";

/** People move without anybody touching a Tribe. In ms. */
const every = 15_000;

/** All Tribes of the Space, with how many they hold in this environment. */
export function TribeList({ tribes }: { readonly tribes: readonly Tribe[] }) {
  const console = useConsole();
  const { client } = console;
  const place = usePlace();
  const { model, problem } = useModel();
  const { tribeName } = useNames();
  const acts = useTribeActs();
  const [renaming, setRenaming] = useState<Tribe | null>(null);
  const counts = useMemo(() => new ReachCounts(client, place), [client, place]);
  useEffect(() => () => counts.stop(), [counts]);
  const reach = useStore(counts.store);
  const { find, order, go } = useListAddress();
  // Counts come one by one; what takes long with thousands of Tribes is not done again for each.
  const words = useMemo(() => {
    const uses = model && countsOfUses(model);
    const unknown = problem === null ? undefined : null;
    return tribes.map((tribe) => ({
      tribe,
      text: tribeText(tribe, tribeName),
      used: uses === null ? unknown : (uses.get(tribe.id) ?? 0),
    }));
  }, [tribes, tribeName, model, problem]);
  const left = order === "reach" ? tribes.filter(({ id }) => !(id in reach)).length : 0;
  useEffect(() => {
    counts.alsoCount(order === "reach" ? tribes.map(({ id }) => id) : []);
  }, [counts, order, tribes]);
  const ranks = useSettled(reach, left === 0);
  const shown = useMemo(() => {
    const lines = words.map((line) => ({ ...line, reach: matched(ranks[line.tribe.id]) }));
    return orderedTribes(lines, find, order);
  }, [words, ranks, find, order]);
  const rules = useMemo(() => JSON.stringify(tribes.map(({ id, updatedAt }) => [id, updatedAt])), [tribes]);
  useQuery({
    queryKey: ["getReach", { params: { spaceId: place.spaceId }, query: place, rules }],
    queryFn: () => counts.again(),
    refetchInterval: every,
  });
  const rename = async (tribe: Tribe, name: string) => {
    await console.saved.get(tribePort(console, place.spaceId, tribe.id)).write({ name });
  };
  return (
    <>
      <ListFind
        find={find}
        found={shown.length}
        all={tribes.length}
        left={left}
        problem={problem}
        onFind={(text) => go(text, order)}
      />
      <TribeTable
        lines={shown}
        order={order}
        isOrdered={left === 0 && (order !== "used" || model !== null || problem !== null)}
        reach={reach}
        onOrder={(next) => go(find, next)}
        onShown={(ids) => counts.show(ids)}
        actsOf={(tribe) => ({
          onRename: () => setRenaming(tribe),
          onDuplicate: () => acts.duplicate(tribe),
          onDelete: () => acts.remove(tribe),
        })}
      />
      {renaming !== null && (
        <NameDialog
          tribe={renaming}
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

const matched = (reach: Reach | null | undefined): number | null =>
  reach == null ? null : reach.matched.users + reach.matched.visitors;

/** A value as it last was when it was settled: rows do not change places at every count. */
function useSettled<Value>(value: Value, settled: boolean): Value {
  const [kept, keep] = useState(value);
  if (settled && kept !== value) keep(value);
  return kept;
}

/** What the address says of the list. */
function useListAddress() {
  const [{ q = "", sort = "name" }, change] = useAddressQuery();
  const go = (find: string, order: ListOrder) =>
    change({ q: find === "" ? null : find, sort: order === "name" ? null : order }, { replace: true });
  const order = readOrder(sort);
  useNotUnderstood(sort !== "" && order === undefined ? [`sort=${sort}`] : []);
  return { find: q, order: order ?? "name", go };
}

interface ListFindProps {
  readonly find: string;
  readonly found: number;
  readonly all: number;
  /** How many are still to be counted before the list is in its order. */
  readonly left: number;
  /** Why it is not known what uses them. */
  readonly problem: string | null;
  readonly onFind: (text: string) => void;
}

/** Finds Tribes by name, key, or a word of their rule. */
function ListFind({ find, found, all, left, problem, onFind }: ListFindProps) {
  // What is too long stays to be mended where it was typed, and in no address.
  const [long, setLong] = useState<{ readonly text: string; readonly at: string } | null>(null);
  const shown = long?.at === find ? long.text : find;
  const onText = (text: string) => {
    const fits = tooLong(text, longestSearch) === null;
    setLong(fits ? null : { text, at: find });
    if (fits) onFind(text);
  };
  return (
    <div className="inset tribe-find">
      <FindInput
        group="Tribes"
        label="Find a Tribe"
        placeholder="Find by name, key or rule"
        value={shown}
        onText={onText}
      />
      <span className="direction small" role="status">
        {find === "" ? "" : `${found} of ${counted(all, "Tribe")}`}
      </span>
      <ProblemLine as="span">{problem && `What uses them could not be read. ${problem}`}</ProblemLine>
      {left > 0 && <span className="direction small">Sorted once all are counted: {count(left)} to go</span>}
    </div>
  );
}
