import { Search } from "lucide-react";
import { Icon } from "../../parts/Icon.tsx";
import { counted } from "../../text/format.ts";

interface ListFindProps {
  readonly find: string;
  readonly found: number;
  readonly all: number;
  /** How many are still to be counted before the list is in its order. */
  readonly left: number;
  readonly onFind: (text: string) => void;
}

/** Finds Tribes by name, key, or a word of their rule. */
export function ListFind({ find, found, all, left, onFind }: ListFindProps) {
  return (
    <div className="inset tribe-find">
      <div className="input">
        <Icon of={Search} size={14} />
        <input
          type="search"
          aria-label="Find a Tribe"
          placeholder="Find by name, key or rule"
          value={find}
          onChange={(event) => onFind(event.target.value)}
        />
      </div>
      <span className="direction small" role="status">
        {find === "" ? "" : `${found} of ${counted(all, "Tribe")}`}
      </span>
      {left > 0 && (
        <span className="direction small">
          Sorted once all are counted: {left.toLocaleString("en")} to go
        </span>
      )}
    </div>
  );
}
