import { type RefObject, useEffect } from "react";

/**
 * Keeps a combobox pointing at the option that is selected now. cmdk goes on naming one that a new search has hidden or
 * re-made, which leaves a screen reader with nothing to say.
 */
export function useActiveOption(container: RefObject<HTMLElement | null>): void {
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
