import { X } from "lucide-react";
import { Icon } from "../parts/Icon.tsx";
import { type FilterPart, partWords } from "../stores/event-filter-part.ts";

interface FilterChipProps {
  readonly part: FilterPart;
  /** Its words are in the box, to be changed. */
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A chip's two words: its field, or the key of a metadata pair, and its value. */
export function chipWords({ field, value }: FilterPart): readonly [name: string, value: string] {
  if (field !== "where") return [partWords[field].name, value];
  const colon = value.indexOf(":");
  return [value.slice(0, colon), value.slice(colon + 1)];
}

/** One filter that holds. Enter changes it, Backspace or Delete removes it. */
export function FilterChip({ part, isEdited, onEdit, onRemove }: FilterChipProps) {
  const [name, value] = chipWords(part);
  return (
    <span className={`chip ${isEdited ? "is-edited" : ""}`}>
      <button
        type="button"
        className="chip-edit"
        title={`${name}: ${value}. Change it`}
        onClick={onEdit}
        onKeyDown={(event) => {
          if (event.key !== "Backspace" && event.key !== "Delete") return;
          event.preventDefault();
          onRemove();
        }}
      >
        <span className="k">{name}</span>{" "}
        <span className="v mono truncate">{value === "" ? "empty" : value}</span>
      </button>
      <button
        type="button"
        className="x"
        aria-label={`Remove filter: ${name.toLowerCase()} ${value}`}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
