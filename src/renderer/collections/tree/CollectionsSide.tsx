import { Search, Shapes, X } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { idPath, type Named, partsOf } from "../../model/collection-address.ts";
import { useFindCommand } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { IconButton } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { KeyHint } from "../../parts/KeyCaps.tsx";
import { openedOf, setOpened, useCollectionsState, useTypes } from "../collections-state.ts";
import { useChanges } from "../use-served.ts";
import { MakeMenu } from "./MakeMenu.tsx";
import { Tree } from "./Tree.tsx";
import { treeItems } from "./tree-items.ts";

interface CollectionsSideProps {
  readonly collections: readonly Collection[];
  readonly named: Named;
}

/** Everything that can be opened here, beside what is open. */
export function CollectionsSide({ collections, named }: CollectionsSideProps) {
  const { environment, canEdit } = useHere();
  const [find, setFind] = useState("");
  const side = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useOpened(collections, named);
  // A folded item says only that something in it differs: just the open ones are compared with what is
  // served.
  const unfolded = useMemo(() => collections.filter(({ id }) => isOpen(id)), [collections, isOpen]);
  const changesOf = useChanges(unfolded);
  // What is typed never waits for a long tree.
  const sought = useDeferredValue(find);
  const items = useMemo(
    () => treeItems({ collections, environment, changesOf, isOpen, find: sought }),
    [collections, environment, changesOf, isOpen, sought],
  );
  const differs = items.some(({ change }) => change === "changed" || change === "new");
  return (
    <aside className="side" aria-label="All Collections" ref={side}>
      <div className="side-head">
        <h2 className="heading">Collections</h2>
        <span className="spacer" />
        {canEdit && <MakeMenu named={named} />}
      </div>
      {collections.length > 0 && (
        <FindBox find={find} onFind={setFind} onDown={() => focusFirst(side.current)} />
      )}
      {items.length === 0 && sought !== "" && (
        <p className="side-note direction small">Nothing here is called “{sought}”.</p>
      )}
      <Tree items={items} named={named} onOpen={setOpen} />
      {differs && (
        <p className="side-note direction small">
          <span className="rev" aria-hidden="true">
            *
          </span>{" "}
          differs from {environmentNames[environment]}
        </p>
      )}
      <TypesLink current={named.kind === "types" || named.kind === "type"} />
    </aside>
  );
}

const focusFirst = (side: HTMLElement | null) => side?.querySelector<HTMLElement>("[role=treeitem]")?.focus();

function TypesLink({ current }: { readonly current: boolean }) {
  const to = usePath();
  const types = useTypes();
  return (
    <Link href={to("collections", "types")} className="side-link" aria-current={current ? "page" : undefined}>
      <Icon of={Shapes} />
      Experience types
      <span className="end num">{types.length}</span>
    </Link>
  );
}

interface FindBoxProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
  readonly onDown: () => void;
}

function FindBox({ find, onFind, onDown }: FindBoxProps) {
  useFindCommand("Collections", "Find in Collections");
  return (
    <div className="input side-find">
      <Icon of={Search} size={14} />
      <input
        aria-label="Find in Collections"
        placeholder="Find"
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") onDown();
          else if (event.key === "Escape") onFind("");
          else return;
          event.preventDefault();
        }}
      />
      {find === "" ? (
        <KeyHint keys="/" />
      ) : (
        <IconButton icon={X} label="Show all" onClick={() => onFind("")} />
      )}
    </div>
  );
}

/** As long as a tree is this short, everything in it is open until it is closed by hand. */
const short = 40;

/** Which items of the tree are open, and the way to open and close them. What leads to the address is open unless closed by hand. */
function useOpened(
  collections: readonly Collection[],
  named: Named,
): readonly [(id: string) => boolean, (id: string, open: boolean) => void] {
  const store = openedOf(useCollectionsState(), useHere().space.id);
  const opened = useStore(store, (state) => state.opened);
  const isShort = collections.reduce((sum, one) => sum + 1 + partsOf(one).length, 0) <= short;
  const path = idPath(named).join(" ");
  const isOpen = useCallback(
    (id: string) => opened[id] ?? (isShort || path.split(" ").includes(id)),
    [opened, isShort, path],
  );
  const setOpen = useCallback((id: string, open: boolean) => setOpened(store, id, open), [store]);
  return [isOpen, setOpen];
}
