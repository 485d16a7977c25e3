/** Texts by name, kept over reloads where the browser lets us. */
export interface PageStorage {
  get(name: string): string | null;
  /** Gives whether it was kept where a reload finds it. */
  set(name: string, text: string): boolean;
  remove(name: string): void;
  names(): string[];
}

/**
 * The browser's localStorage; memory where it is blocked or missing, and where it is full until there is room again. Never throws.
 */
export function pageStorage(): PageStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(body: (storage: Storage) => T, instead: T): T => {
    try {
      const storage: Storage | undefined = globalThis.localStorage;
      return storage === undefined || storage === null ? instead : body(storage);
    } catch {
      return instead;
    }
  };
  const keep = (name: string, text: string): boolean => {
    const kept = attempt((storage) => {
      storage.setItem(name, text);
      return true;
    }, false);
    if (kept) memory.delete(name);
    return kept;
  };
  /**
   * What found no room before, but for an id that another tab has kept meanwhile. One that finds none now, either, is tried again
   * later, with those behind it.
   */
  const keepLeft = () => {
    for (const [name, text] of memory) {
      const isKept = attempt((storage) => storage.getItem(name) !== null, false);
      if (!isKept && !keep(name, text)) return;
    }
  };
  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set: (name, text) => {
      const kept = keep(name, text);
      if (kept) keepLeft();
      else memory.set(name, text);
      return kept;
    },
    remove: (name) => {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name), undefined);
      keepLeft();
    },
    names: () => [
      ...memory.keys(),
      ...attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""), []),
    ],
  };
}
