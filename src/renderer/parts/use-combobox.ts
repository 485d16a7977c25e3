import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

const walkKeys: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown", "Home", "End"]);
/** With Ctrl, as cmdk has it. */
const controlKeys: ReadonlySet<string> = new Set(["n", "j", "p", "k"]);

/**
 * What a field with a list by cmdk needs beside it. `values` are those of a list that cmdk does not narrow: of them the first is
 * selected, also where a better one has come since, until somebody walks to another one. cmdk itself goes on with what was first
 * before. Null: cmdk selects.
 */
export function useCombobox(values: readonly string[] | null) {
  const box = useRef<HTMLDivElement>(null);
  const walking = useRef(false);
  const [walkedTo, setWalkedTo] = useState<string | null>(null);
  useActiveOption(box);
  const walk = () => {
    walking.current = true;
  };
  const value = walkedTo !== null && values?.includes(walkedTo) ? walkedTo : (values?.[0] ?? "");
  return {
    /** For another search. */
    forget: () => {
      walking.current = false;
      setWalkedTo(null);
    },
    /** For what is around the field and its list. */
    around: {
      ref: box,
      loop: true,
      shouldFilter: values === null,
      onPointerMove: walk,
      onKeyDown: ({ key, ctrlKey }: KeyboardEvent) => {
        if (walkKeys.has(key) || (ctrlKey && controlKeys.has(key))) walk();
      },
      ...(values !== null && {
        value,
        // cmdk tells of its own choices, too.
        onValueChange: (chosen: string) => walking.current && setWalkedTo(chosen),
      }),
    },
  };
}

/**
 * Keeps a combobox pointing at the option that is selected now. cmdk goes on naming one that a new search has hidden or
 * re-made, which leaves a screen reader with nothing to say.
 */
function useActiveOption(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current;
    if (root === null) return;
    const point = () => {
      const selected = root.querySelector("[cmdk-item][aria-selected=true]");
      for (const one of root.querySelectorAll("[cmdk-input], [cmdk-list]")) {
        if (selected === null) one.removeAttribute("aria-activedescendant");
        else if (one.getAttribute("aria-activedescendant") !== selected.id)
          one.setAttribute("aria-activedescendant", selected.id);
      }
    };
    point();
    const observer = new MutationObserver(point);
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-selected", "aria-activedescendant"],
    });
    return () => observer.disconnect();
  }, [container]);
}
