import { useEffect, useLayoutEffect } from "react";
import { pageTitles } from "../../core/console-pages.ts";
import { environmentNames } from "../../core/primitives.ts";
import { type Here, useHere } from "./use-here.ts";

/** What tabs, bookmarks and the way back say: the thing first. */
export const titleOf = (
  names: readonly string[],
  { space, environment }: Pick<Here, "space" | "environment">,
): string => [...names, space.name, environmentNames[environment], "Understudy"].join(" · ");

/** Names what is on screen, from the thing outwards, as long as it is. */
export function usePageTitle(...names: readonly string[]): void {
  const here = useHere();
  const [title, before] = [titleOf(names, here), titleOf([pageTitles[here.page]], here)];
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Before the next page says its own.
  useLayoutEffect(
    () => () => {
      document.title = before;
    },
    [before],
  );
}
