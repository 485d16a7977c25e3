import type { KeyboardEvent } from "react";
import { useLocalKeys } from "../page/use-local-keys.ts";

/**
 * Alt and an arrow move one thing of a list: gives what hears them, for each of its rows. `group`: "In the list of
 * properties"; `what` is moved.
 */
export function useOrderKeys(group: string, what: string, canMove: boolean) {
  const keys = [
    { title: `Move ${what} up`, keys: ["alt+ArrowUp"], run: (move: (by: -1 | 1) => void) => move(-1) },
    { title: `Move ${what} down`, keys: ["alt+ArrowDown"], run: (move: (by: -1 | 1) => void) => move(1) },
  ];
  const press = useLocalKeys(group, canMove ? keys : []);
  return (event: KeyboardEvent, move: (by: -1 | 1) => void): void => {
    if (press(event, move)) event.stopPropagation();
  };
}
