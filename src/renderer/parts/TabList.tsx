import { type KeyboardEvent, useRef } from "react";

export interface TabName<N extends string> {
  readonly name: N;
  readonly words: string;
  readonly count?: number | undefined;
}

interface TabListProps<N extends string> {
  readonly label: string;
  readonly tabs: readonly TabName<N>[];
  readonly chosen: N;
  readonly onChoose: (name: N) => void;
}

export const tabId = (name: string): string => `tab-${name}`;
export const panelId = (name: string): string => `panel-${name}`;

/** Tabs over a part of the page. Arrows walk them; what is chosen is in the address. */
export function TabList<N extends string>({ label, tabs, chosen, onChoose }: TabListProps<N>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = nextTab(event.key, at, tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.name)}`)?.focus();
  };
  return (
    <div className="tabs tab-line">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, words, count }) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={tabId(name)}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? panelId(name) : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
            {count !== undefined && <span className="num">{count}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}

function nextTab(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
