import { useStore } from "zustand";
import { differences, spokenPath } from "../text/differences.ts";
import { ConflictChoice } from "./ConflictChoice.tsx";
import type { SavedObject } from "./saved-object.ts";

interface ConflictDialogProps<T extends object> {
  readonly saved: SavedObject<T>;
  /** What it is, for the title: "Hero". */
  readonly name: string;
}

const ours = new Set(["updatedAt", "createdAt", "status"]);

/** An object was changed elsewhere while it was edited here: both versions, and the choice. */
export function ConflictDialog<T extends object>({ saved, name }: ConflictDialogProps<T>) {
  const { saving, value } = useStore(saved.store);
  if (saving.state !== "conflict") return null;
  const found = differences(saving.theirs, value)
    .filter(({ path }) => !ours.has(String(path.at(-1))))
    .map((one) => ({ ...one, path: spokenPath(value, one.path) }));
  return (
    <ConflictChoice
      name={name}
      found={found}
      onTheirs={() => saved.takeTheirs()}
      onMine={() => saved.keepMine()}
    />
  );
}
