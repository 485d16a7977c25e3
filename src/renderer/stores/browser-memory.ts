/** The part of Storage that things are remembered in; a test gives a Map behind it. */
export type BrowserMemory = Pick<Storage, "getItem" | "setItem">;

/** Remembers nothing. */
export const noMemory: BrowserMemory = { getItem: () => null, setItem: () => undefined };

/** Remembers a value, as JSON; gives whether there was room. A full or forbidden storage costs the memory of it, nothing else. */
export function remember(memory: BrowserMemory, entry: string, value: unknown): boolean {
  try {
    memory.setItem(entry, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What was remembered under an entry, for its reader to check; null where that is nothing that can be read. */
export function remembered(memory: BrowserMemory, entry: string): unknown {
  try {
    return JSON.parse(memory.getItem(entry) ?? "null");
  } catch {
    return null;
  }
}
