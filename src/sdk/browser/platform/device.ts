import type { PageStorage } from "./page-storage.ts";
import { uuid } from "./uuid.ts";

/** The properties of the device that a session must name. */
export interface Device {
  readonly id: string;
  readonly platform: "web";
  readonly locale?: string;
  readonly timeZone?: string;
}

const isId = (text: string | null): text is string => text !== null && text.length > 0 && text.length <= 200;

/** The id kept under this name; made and kept the first time. */
export function keptId(storage: PageStorage, name: string): string {
  const kept = storage.get(name);
  if (isId(kept)) return kept;
  const made = uuid();
  storage.set(name, made);
  return made;
}

/** This browser. Its id is one for all Spaces, and stays over reloads. */
export function deviceOf(storage: PageStorage): Device {
  const locale = short(() => navigator.language);
  const timeZone = short(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return {
    id: keptId(storage, "understudy:device"),
    platform: "web",
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}

function short(read: () => string | undefined): string | undefined {
  try {
    return read()?.slice(0, 64) || undefined;
  } catch {
    return undefined;
  }
}
