import type { ReactNode } from "react";
import type { Collection } from "../../../core/collection.ts";
import { useCommands } from "../../app/use-commands.ts";
import { panelId, TabList, type TabName, tabId } from "../../parts/TabList.tsx";
import { useQuery } from "../use-query.ts";
import { Ladder } from "./Ladder.tsx";
import { NextRung } from "./NextRung.tsx";

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
  const choose = (name: N) => setQuery({ tab: name === first ? null : name });
  const places = tabs.filter(({ name }) => name !== "history");
  useCommands(
    places.map(({ name, words }) => ({
      id: `collections/tab/${name}`,
      title: `${label}: ${words}`,
      group: "Collections",
      run: () => choose(name),
    })),
  );
  return (
    <>
      <div className="inset">
        <TabList label={label} tabs={tabs} chosen={chosen} onChoose={choose}>
          <Ladder collection={collection} />
          <NextRung collection={collection} />
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
