import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface FilterChipProps {
  readonly name: string;
  readonly value: ReactNode;
  /** What its button to remove it says: "Remove filter: user ana". */
  readonly removeLabel: string;
  readonly onRemove: () => void;
  /** For what code reads: set in mono. */
  readonly code?: boolean;
  /** Where it can be changed. */
  readonly edit?: { readonly title: string; readonly isOpen: boolean; readonly onEdit: () => void };
}

/** One filter that holds. Where it can be changed, Enter does, and Backspace or Delete removes it. */
export function FilterChip({ name, value, removeLabel, onRemove, code = false, edit }: FilterChipProps) {
  const words = (
    <>
      <span className="k">{name}</span>{" "}
      <span className={code ? "v mono truncate" : "v num truncate"}>{value}</span>
    </>
  );
  return (
    <span className={edit?.isOpen ? "chip is-edited" : "chip"}>
      {edit === undefined ? (
        <span className="chip-words">{words}</span>
      ) : (
        <button
          type="button"
          className="chip-edit"
          title={edit.title}
          onClick={edit.onEdit}
          onKeyDown={(event) => {
            if (event.key !== "Backspace" && event.key !== "Delete") return;
            event.preventDefault();
            onRemove();
          }}
        >
          {words}
        </button>
      )}
      <button type="button" className="x" aria-label={removeLabel} onClick={onRemove}>
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
