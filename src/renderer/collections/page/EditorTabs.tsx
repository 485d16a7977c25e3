import type { ReactNode } from "react";
import { useCommands } from "../../page/use-commands.ts";
import { panelId, TabList, type TabName, tabId } from "../../parts/TabList.tsx";
import { useAddressQuery, useNotUnderstood } from "../../parts/use-address-query.ts";

interface EditorTabsProps<N extends string> {
  readonly label: string;
  /** The first is shown where the address names none. */
  readonly tabs: readonly [TabName<N>, ...TabName<N>[]];
  readonly children: (tab: N) => ReactNode;
}

/** The tabs of something in a Collection. */
export function EditorTabs<N extends string>({ label, tabs, children }: EditorTabsProps<N>) {
  const [query, setQuery] = useAddressQuery();
  const first = tabs[0].name;
  const known = tabs.find(({ name }) => name === query.tab)?.name;
  useNotUnderstood(query.tab && known === undefined ? [`tab=${query.tab}`] : []);
  const chosen = known ?? first;
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
        <TabList label={label} tabs={tabs} chosen={chosen} onChoose={choose} />
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
