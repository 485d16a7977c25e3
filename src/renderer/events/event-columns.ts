import { createStore } from "zustand/vanilla";
import { type BrowserMemory, browserStorage, rememberText } from "../stores/browser-memory.ts";

/** The list's columns in their order. The SDK is last: it is the first to go where there is no room. */
export const eventColumns = [
  "sequence",
  "received",
  "time",
  "name",
  "user",
  "session",
  "metadata",
  "source",
  "experience",
  "sdk",
] as const;
export type EventColumn = (typeof eventColumns)[number];

export const columnNames: Readonly<Record<EventColumn, string>> = {
  sequence: "No.",
  received: "Received",
  time: "Time",
  name: "Event",
  user: "Who",
  session: "Session",
  metadata: "Metadata",
  source: "Source",
  experience: "Experience",
  sdk: "SDK",
};

/** What no list can do without. */
export const fixedColumns: readonly EventColumn[] = ["sequence", "name"];
export const usualColumns: readonly EventColumn[] = [
  "sequence",
  "received",
  "name",
  "user",
  "metadata",
  "sdk",
];

const key = "understudy-event-columns";

/** The columns that this browser shows; remembered. */
export function createColumnsStore(memory: BrowserMemory = browserStorage) {
  const store = createStore<{ readonly shown: readonly EventColumn[] }>(() => ({ shown: read(memory) }));
  store.subscribe(({ shown }) => rememberText(memory, key, shown.join(",")));
  return store;
}
export type ColumnsStore = ReturnType<typeof createColumnsStore>;

/** Shows a column or hides it; the order stays. */
export function toggleColumn(store: ColumnsStore, column: EventColumn): void {
  const { shown } = store.getState();
  if (fixedColumns.includes(column)) return;
  const wanted = shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column];
  store.setState({ shown: eventColumns.filter((one) => wanted.includes(one)) });
}

function read(memory: BrowserMemory): readonly EventColumn[] {
  const kept = (memory.getItem(key) ?? "").split(",");
  const known = eventColumns.filter((column) => kept.includes(column));
  return fixedColumns.every((column) => known.includes(column)) ? known : usualColumns;
}
