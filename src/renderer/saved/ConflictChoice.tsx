import { useStore } from "zustand";
import { Button } from "../parts/Button.tsx";
import { Modal } from "../parts/Modal.tsx";
import { cutTogether } from "../text/cut-together.ts";
import { type Difference, differences, spokenPath, spokenSides } from "../text/differences.ts";
import { stepsOf } from "./edit-history.ts";
import type { SavedObject } from "./saved-object.ts";

interface ConflictChoiceProps {
  /** What it is, for the title: "Hero". */
  readonly name: string;
  /** Where theirs (before) and yours (after) differ. */
  readonly found: readonly Difference[];
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

const shown = 40;
/** Of a value, in letters. */
const longest = 80;

/** Something was changed elsewhere while it was edited here: both versions, and the choice that must be made. */
export function ConflictChoice({ name, found, onTheirs, onMine }: ConflictChoiceProps) {
  return (
    <Modal
      onClose={onTheirs}
      dismissable={false}
      title={`${name} was changed elsewhere`}
      about="Somebody, or another tab, saved the same since you opened it. Nothing is lost yet: choose which version stays."
    >
      <div className="dialog-body">
        <ul className="diff conflict" aria-label="Differences">
          <li className="label">
            <span>What</span>
            <span>Theirs</span>
            <span>Yours</span>
          </li>
          {found.slice(0, shown).map(({ path, ...both }) => {
            const [theirs, yours] = spokenSides({ path, ...both });
            const [before, after] = cutTogether(theirs, yours, longest);
            return (
              <li key={`${path.join("/")}: ${theirs}`}>
                <span>{path.map((part) => (typeof part === "number" ? part + 1 : part)).join(", ")}</span>
                <span title={theirs}>{before}</span>
                <span className="strong" title={yours}>
                  {after}
                </span>
              </li>
            );
          })}
        </ul>
        {found.length > shown && <p className="direction">and {found.length - shown} more</p>}
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <Button onClick={onTheirs}>Take theirs</Button>
        <Button look="primary" onClick={onMine}>
          Keep yours
        </Button>
      </div>
    </Modal>
  );
}

interface ConflictDialogProps<T extends object> {
  readonly saved: SavedObject<T>;
  /** What it is, for the title: "Hero". */
  readonly name: string;
  /** What is called so by its id; any other text is itself. */
  readonly nameOf?: (text: string) => string;
}

const ours = new Set(["updatedAt", "createdAt", "status"]);

/** An object was changed elsewhere while it was edited here: both versions, and the choice. */
export function ConflictDialog<T extends object>({
  saved,
  name,
  nameOf = (text) => text,
}: ConflictDialogProps<T>) {
  const { saving, value } = useStore(saved.store);
  if (saving.state !== "conflict") return null;
  const named = (side: unknown) => (typeof side === "string" ? nameOf(side) : side);
  const found = differences(saving.theirs, value)
    .filter(({ path }) => !ours.has(String(path.at(-1))))
    .map(({ path, before, after }) => ({
      path: spokenPath(value, path),
      before: named(before),
      after: named(after),
    }));
  return (
    <ConflictChoice
      name={name}
      found={found}
      // As everywhere, one step back brings one's own again.
      onTheirs={stepsOf(saved).takeTheirs}
      onMine={() => saved.keepMine()}
    />
  );
}
