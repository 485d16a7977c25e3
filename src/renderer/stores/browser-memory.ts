/** The part of Storage that things are remembered in; a test gives a Map behind it. */
export type BrowserMemory = Pick<Storage, "getItem" | "setItem">;

/** A storage of the browser. One that is closed, missing or broken holds nothing and has no room: only writing throws. */
function storageOf(name: "localStorage" | "sessionStorage") {
  const ask = <T>(question: (storage: Storage) => T, without: T): T => {
    try {
      return question(globalThis[name]);
    } catch {
      return without;
    }
  };
  return {
    get length() {
      return ask((storage) => storage.length, 0);
    },
    key: (place: number) => ask((storage) => storage.key(place), null),
    getItem: (entry: string) => ask((storage) => storage.getItem(entry), null),
    setItem: (entry: string, text: string) => globalThis[name].setItem(entry, text),
    removeItem: (entry: string) => ask((storage) => storage.removeItem(entry), undefined),
  };
}
/** Shared by all tabs of this origin. */
export const browserStorage = storageOf("localStorage");
/** This tab's own. */
export const tabStorage = storageOf("sessionStorage");

/** Remembers nothing. */
export const noMemory: BrowserMemory = { getItem: () => null, setItem: () => undefined };

/** Remembers a text; gives whether there was room. A full or closed storage costs the memory of it, nothing else. */
export function rememberText(memory: BrowserMemory, entry: string, text: string): boolean {
  try {
    memory.setItem(entry, text);
    return true;
  } catch {
    return false;
  }
}

/** The same of a value, as JSON. */
export const remember = (memory: BrowserMemory, entry: string, value: unknown): boolean =>
  rememberText(memory, entry, JSON.stringify(value));

/** What was remembered under an entry, for its reader to check; null where that is nothing that can be read. */
export function remembered(memory: BrowserMemory, entry: string): unknown {
  try {
    return JSON.parse(memory.getItem(entry) ?? "null");
  } catch {
    return null;
  }
}
