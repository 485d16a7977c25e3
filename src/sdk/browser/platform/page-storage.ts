/** Texts by name, kept over reloads where the browser lets us. */
export interface PageStorage {
  get(name: string): string | null;
  /** Gives whether it was kept where a reload finds it. */
  set(name: string, text: string): boolean;
  remove(name: string): void;
  names(): string[];
}

/** The browser's localStorage; memory where it is blocked, full or missing. Never throws. */
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
  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set: (name, text) => {
      const kept = attempt((storage) => {
        storage.setItem(name, text);
        return true;
      }, false);
      if (kept) memory.delete(name);
      else memory.set(name, text);
      return kept;
    },
    remove: (name) => {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name), undefined);
    },
    names: () => [
      ...memory.keys(),
      ...attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ""), []),
    ],
  };
}
