import { createStore } from "zustand/vanilla";
import { type Path, pathKey } from "../../rules/rule-path.ts";

/** Where the focus is to go, by the key of a stop; `open` where its popover opens as well. */
export interface Wanted {
  readonly key: string;
  readonly open: boolean;
}

export interface BuilderState {
  /** The path of the current line, as a key; null before any had the focus. */
  readonly current: string | null;
  readonly wanted: Wanted | null;
  /** The key of the stop whose popover is open. */
  readonly open: string | null;
}

/** What of the builder is no part of the rule: the current line, and where the focus goes. */
export const createBuilderStore = () =>
  createStore<BuilderState>(() => ({ current: null, wanted: null, open: null }));
export type BuilderStore = ReturnType<typeof createBuilderStore>;

/** A place where the arrow keys stop: a blank, or where one more can be added. */
export const stopKey = (path: Path, kind: string): string => `${pathKey(path)}:${kind}`;
/** The first stop of a line. */
export const lineKey = (path: Path): string => `${pathKey(path)}:line`;
export const addConditionKey = "add-condition";

export const want = (store: BuilderStore, key: string, open = false): void =>
  store.setState({ wanted: { key, open }, open: null });

/** Gives the focus to what is wanted, once it is on the page. */
export function honour(store: BuilderStore, root: HTMLElement): void {
  const { wanted } = store.getState();
  if (wanted === null) return;
  const found = find(root, wanted.key);
  store.setState({ wanted: null, ...(wanted.open && found !== null && { open: wanted.key }) });
  found?.focus();
}

function find(root: HTMLElement, key: string): HTMLElement | null {
  const quoted = CSS.escape(key);
  const own = root.querySelector<HTMLElement>(`[data-stop="${quoted}"]`);
  if (own !== null) return own;
  const line = root.querySelector(`[data-line="${CSS.escape(key.replace(/:[^:]*$/, ""))}"]`);
  const first = line?.querySelector<HTMLElement>("[data-stop]");
  return first ?? root.querySelector<HTMLElement>(`[data-stop="${addConditionKey}"]`);
}
