import { ListFilter } from "lucide-react";
import { Icon } from "../parts/Icon.tsx";

interface FactProps {
  readonly name: string;
  /** Undefined: the event does not have it, and the line is left out. */
  readonly children: string | undefined;
  readonly after?: string | undefined;
  /** Belongs to the line above. */
  readonly nested?: boolean;
  /** Words about the event, not its data. */
  readonly plain?: boolean;
  /** Narrows the list to events with this. */
  readonly onFilter?: () => void;
}

/** One line of an event's facts. */
export function Fact({ name, children, after, nested = false, plain = false, onFilter }: FactProps) {
  if (children === undefined) return null;
  return (
    <div className={nested ? "is-nested" : ""}>
      <dt className="truncate" title={name}>
        {name}
      </dt>
      <dd className="fact">
        <span className="truncate" title={children}>
          <span className={plain ? "muted" : "mono"}>{children === "" ? "empty" : children}</span>
          {after !== undefined && <span className="muted"> {after}</span>}
        </span>
        {onFilter !== undefined && (
          <button
            type="button"
            className="btn btn-icon btn-sm fact-filter"
            aria-label={`Filter by ${name} ${children}`}
            title="List events with this"
            onClick={onFilter}
          >
            <Icon of={ListFilter} size={14} />
          </button>
        )}
      </dd>
    </div>
  );
}
