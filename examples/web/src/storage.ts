/** What this page has to remember by itself: where localStorage is blocked or full, until it is loaded anew. */
const remembered = new Map<string, string>();

export function read(entry: string): string | null {
  try {
    return localStorage.getItem(entry) ?? remembered.get(entry) ?? null;
  } catch {
    return remembered.get(entry) ?? null;
  }
}

export function write(entry: string, text: string): void {
  try {
    localStorage.setItem(entry, text);
    remembered.delete(entry);
  } catch {
    remembered.set(entry, text);
  }
}

export function forget(entry: string): void {
  remembered.delete(entry);
  try {
    localStorage.removeItem(entry);
  } catch {
    // There is nothing in it.
  }
}

/** Whether an entry is lost with the page. */
export const isFleeting = (entry: string): boolean => remembered.has(entry);
