import { useCallback } from "react";
import { useStore } from "zustand";
import type { Collection } from "../../../core/collection.ts";
import { useHere } from "../../app/use-here.ts";
import { openedOf } from "../desk.ts";
import type { Named } from "../model/collection-address.ts";
import { partsOf } from "../model/collection-address.ts";
import { useDesk } from "../use-collections.ts";
import { setOpened } from "./opened-store.ts";

/** As long as a tree is this short, everything in it is open until it is closed by hand. */
const short = 40;

/** Which items of the tree are open, and the way to open and close them. What leads to the address is open unless closed by hand. */
export function useOpened(
  collections: readonly Collection[],
  named: Named,
): readonly [(id: string) => boolean, (id: string, open: boolean) => void] {
  const store = openedOf(useDesk(), useHere().space.id);
  const opened = useStore(store, (state) => state.opened);
  const isShort = collections.reduce((sum, one) => sum + 1 + partsOf(one).length, 0) <= short;
  const path = idsAbove(named).join(" ");
  const isOpen = useCallback(
    (id: string) => opened[id] ?? (isShort || path.split(" ").includes(id)),
    [opened, isShort, path],
  );
  const setOpen = useCallback((id: string, open: boolean) => setOpened(store, id, open), [store]);
  return [isOpen, setOpen];
}

function idsAbove(named: Named): string[] {
  if (named.kind === "collection") return [named.collection.id];
  if (named.kind === "section") return [named.collection.id, named.section.id];
  if (named.kind !== "experience") return [];
  return [named.collection.id, ...(named.section === null ? [] : [named.section.id])];
}
