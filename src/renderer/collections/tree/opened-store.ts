import { createStore } from "zustand/vanilla";
import { type BrowserMemory, remember, remembered } from "../../stores/browser-memory.ts";

/** Items of one Space's tree that were opened or closed by hand, by their ids. The newest is last. */
export type Opened = Readonly<Record<string, boolean>>;

/** How many items of a Space are remembered: what was deleted long ago goes first. */
const most = 500;
const entry = (spaceId: string) => `understudy:opened:${spaceId}`;

/** What is open in a Space's tree; this browser remembers it. */
export function createOpenedStore(spaceId: string, memory: BrowserMemory = localStorage) {
  const store = createStore<{ readonly opened: Opened }>(() => ({
    opened: readOpened(remembered(memory, entry(spaceId))),
  }));
  store.subscribe(({ opened }) => remember(memory, entry(spaceId), opened));
  return store;
}
export type OpenedStore = ReturnType<typeof createOpenedStore>;

/** Opens or closes an item by hand. */
export function setOpened(store: OpenedStore, id: string, open: boolean): void {
  const { [id]: _before, ...others } = store.getState().opened;
  const all = [...Object.entries(others), [id, open] as const];
  store.setState({ opened: Object.fromEntries(all.slice(-most)) });
}

function readOpened(kept: unknown): Opened {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === "boolean"));
}
