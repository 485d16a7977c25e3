/** The part of Storage that edits are kept in; a test gives a Map behind it. */
export type EditStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const entry = (key: string) => `understudy:unsaved:${key}`;

/** An edit and the version of the object that it was made on. */
export interface KeptEdit {
  readonly etag: string | null;
  readonly edit: Readonly<Record<string, unknown>>;
}

/** Keeps an edit that the server does not have yet, so that a closed tab or a crash loses nothing. */
export function keepEdit(storage: EditStorage, key: string, edit: KeptEdit): void {
  try {
    storage.setItem(entry(key), JSON.stringify(edit));
  } catch {
    // Full or forbidden: the edit lives in the page, as it did before.
  }
}

export function forgetEdit(storage: EditStorage, key: string): void {
  storage.removeItem(entry(key));
}

/** The edit kept under a key, or null where there is none that can be read. */
export function keptEdit(storage: EditStorage, key: string): KeptEdit | null {
  try {
    const kept = JSON.parse(storage.getItem(entry(key)) ?? "null") as Partial<KeptEdit> | null;
    const readable = typeof kept?.edit === "object" && kept.edit !== null;
    return readable ? { etag: kept.etag ?? null, edit: kept.edit } : null;
  } catch {
    return null;
  }
}
