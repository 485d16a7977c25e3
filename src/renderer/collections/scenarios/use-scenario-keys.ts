import type { KeyboardEvent } from "react";
import { useHere } from "../../app/use-here.ts";
import { useLocalKeys } from "../../app/use-local-keys.ts";
import type { ScenarioEditing } from "./scenario-editing.ts";

/** The scenario that a key was pressed in, and what in it had the focus. */
interface Pressed {
  readonly id: string;
  readonly within: Element;
}

/** The keys of the scenarios: what hears them, for the list of all. */
export function useScenarioKeys<S>(editing: ScenarioEditing<S>, onRename: (id: string) => void) {
  const { canEdit } = useHere();
  const { rows } = editing;
  const move =
    (by: -1 | 1) =>
    ({ id }: Pressed) =>
      editing.move(id, rows.findIndex((row) => row.id === id) + by);
  const keys = [
    { title: "Move the scenario up", keys: ["alt+ArrowUp"], run: move(-1) },
    { title: "Move the scenario down", keys: ["alt+ArrowDown"], run: move(1) },
    {
      title: "Rename the scenario, from its name",
      keys: ["F2"],
      run: ({ id, within }: Pressed) => within.matches(".scn-name") && onRename(id),
    },
  ];
  const press = useLocalKeys<Pressed>("In the list of scenarios", canEdit ? keys : []);
  return (event: KeyboardEvent): void => {
    const within = event.target instanceof Element ? event.target : null;
    const id = within?.closest<HTMLElement>("[data-scenario]")?.dataset.scenario;
    if (within !== null && id !== undefined) press(event, { id, within });
  };
}
