import { useSyncExternalStore } from "react";
import type { Person } from "./people.ts";
import { read, write } from "./storage.ts";

/** What this device remembers of somebody: how much of each film they have seen, 0 to 1, and what is on their list. */
export interface Memory {
  readonly seen: Readonly<Record<string, number>>;
  readonly list: readonly string[];
}

const memories = new Map<string, Memory>();
const listeners = new Set<() => void>();

function memoryOf({ key, began }: Person): Memory {
  const known = memories.get(key) ?? { seen: began, list: [], ...stored(key) };
  memories.set(key, known);
  return known;
}

/** What of it can be used: another version of the app, or another app of this address, may have stored something else. */
function stored(key: string): Partial<Memory> {
  try {
    const { seen, list } = JSON.parse(read(`marquee:${key}`) ?? "{}");
    return { ...(isSeen(seen) && { seen }), ...(isList(list) && { list }) };
  } catch {
    return {};
  }
}

const isSeen = (value: unknown): value is Memory["seen"] =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((share) => typeof share === "number");

const isList = (value: unknown): value is Memory["list"] =>
  Array.isArray(value) && value.every((film) => typeof film === "string");

function remember({ key }: Person, memory: Memory): void {
  memories.set(key, memory);
  write(`marquee:${key}`, JSON.stringify(memory));
  for (const listener of listeners) listener();
}

/** `share` 1: seen to the end, so that it is no longer among those to go on with. */
export function rememberSeen(person: Person, film: string, share: number): void {
  const { list, seen } = memoryOf(person);
  const { [film]: _, ...others } = seen;
  remember(person, { list, seen: share >= 1 ? others : { [film]: share, ...others } });
}

export function toggleListed(person: Person, film: string): void {
  const { list, seen } = memoryOf(person);
  remember(person, {
    seen,
    list: list.includes(film) ? list.filter((one) => one !== film) : [film, ...list],
  });
}

export const useMemory = (person: Person): Memory =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => memoryOf(person),
  );
