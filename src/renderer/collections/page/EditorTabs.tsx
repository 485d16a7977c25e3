import type { ReactNode } from "react";
import type { Collection } from "../../../core/collection.ts";
import { panelId, TabList, type TabName, tabId } from "../../parts/TabList.tsx";
import { useQuery } from "../use-query.ts";
import { Ladder } from "./Ladder.tsx";

interface EditorTabsProps<N extends string> {
  readonly label: string;
  readonly collection: Collection;
  /** The first is shown where the address names none. */
  readonly tabs: readonly [TabName<N>, ...TabName<N>[]];
  readonly children: (tab: N) => ReactNode;
}

/** The tabs of something in a Collection, with the Collection's versions beside them. */
export function EditorTabs<N extends string>({ label, collection, tabs, children }: EditorTabsProps<N>) {
  const [query, setQuery] = useQuery();
  const first = tabs[0].name;
  const chosen = tabs.find(({ name }) => name === query.tab)?.name ?? first;
  return (
    <>
      <div className="inset">
        <TabList
          label={label}
          tabs={tabs}
          chosen={chosen}
          onChoose={(name) => setQuery({ tab: name === first ? null : name })}
        >
          <Ladder collection={collection} />
        </TabList>
      </div>
      <div
        className="scroll"
        role="tabpanel"
        id={panelId(chosen)}
        aria-labelledby={tabId(chosen)}
        tabIndex={-1}
      >
        {children(chosen)}
      </div>
    </>
  );
}
