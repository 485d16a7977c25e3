import { KeptEdits } from "../../../../src/renderer/stores/kept-edits.ts";

export const memoryStorage = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (place: number) => [...kept.keys()][place] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

/** The edits of a page for which every other page is closed. */
export const lonePage = (storage = memoryStorage()) =>
  new KeptEdits({ storage, locks: null, tab: memoryStorage() });

/** A browser whose pages a test opens and closes. */
export function fakeBrowser() {
  const storage = memoryStorage();
  const held = new Set<string>();
  const waiting = new Map<string, () => void>();
  const request = async (
    name: string,
    ...rest: readonly [LockGrantedCallback<unknown>] | readonly [LockOptions, LockGrantedCallback<unknown>]
  ) => {
    const granted = rest[1] ?? (rest[0] as LockGrantedCallback<unknown>);
    const options = rest.length === 2 ? rest[0] : {};
    if (held.has(name) && options.ifAvailable) return granted(null);
    if (held.has(name)) await new Promise<void>((resolve) => waiting.set(name, resolve));
    held.add(name);
    return Promise.resolve(granted({ name, mode: "exclusive" })).finally(() => held.delete(name));
  };
  return {
    storage,
    open: (page: string, tab = memoryStorage(), account: string | null = null) =>
      new KeptEdits({
        storage,
        locks: { request: request as LockManager["request"] },
        tab,
        page,
        account: () => account,
      }),
    close: (page: string) => {
      held.delete(`understudy:page:${page}`);
      waiting.get(`understudy:page:${page}`)?.();
    },
  };
}
