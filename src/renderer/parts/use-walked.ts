import { type KeyboardEvent, useRef, useState } from "react";

const walkKeys: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "Home", "End"]);
/** With Ctrl, as cmdk has it. */
const controlKeys: ReadonlySet<string> = new Set(["n", "j", "p", "k"]);

/**
 * Which of these is selected in a list that cmdk does not narrow: the first, also where a better one has come since, until
 * somebody walks to another one. cmdk itself goes on with what was first before. Null: cmdk selects.
 */
export function useWalked(values: readonly string[] | null) {
  const walking = useRef(false);
  const [walkedTo, setWalkedTo] = useState<string | null>(null);
  const walk = () => {
    walking.current = true;
  };
  const value = walkedTo !== null && values?.includes(walkedTo) ? walkedTo : (values?.[0] ?? "");
  return {
    /** For what the pointer does. */
    walk,
    onKeyDown: ({ key, ctrlKey }: KeyboardEvent) => {
      if (walkKeys.has(key) || (ctrlKey && controlKeys.has(key))) walk();
    },
    /** For another search. */
    forget: () => {
      walking.current = false;
      setWalkedTo(null);
    },
    selection: values !== null && {
      value,
      // cmdk tells of its own choices, too.
      onValueChange: (chosen: string) => walking.current && setWalkedTo(chosen),
    },
  };
}
