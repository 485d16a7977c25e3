import { type RefObject, useEffect, useRef } from "react";
import { type KeyPress, writtenKey } from "../stores/key-sequence.ts";
import { useCommands } from "./use-commands.ts";

/** A key that a part of the page hears while the focus is in it. */
export interface LocalKey<Context = void> {
  /** What it does: "Open the row". */
  readonly title: string;
  /** Any of them, as a command's `keys` are written. */
  readonly keys: readonly string[];
  /** `context`: what the key was pressed on. Gives false where it means nothing there: the browser then has it. */
  readonly run: (context: Context) => unknown;
}

/**
 * The keys of a part of the page: gives what hears them, and has the keyboard map show them under `group` meanwhile. So
 * the map has what works and nothing else. What hears them tells whether the key was one of them.
 */
export function useLocalKeys<Context = void>(group: string, local: readonly LocalKey<Context>[]) {
  useCommands(
    local.map(({ title, keys: [first = "", ...also] }) => ({
      id: `${group}/${title}`,
      title,
      group,
      keys: first,
      also,
      keysOnly: true,
      local: true,
      run: () => undefined,
    })),
  );
  return (event: KeyPress & { readonly preventDefault: () => void }, context: Context): boolean => {
    const pressed = writtenKey(event);
    const key = local.find(({ keys }) => keys.includes(pressed));
    if (key === undefined || key.run(context) === false) return false;
    event.preventDefault();
    return true;
  };
}

/** A value as it is now, for what happens later: an undo that is pressed seconds after. */
export function useLatestValue<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
