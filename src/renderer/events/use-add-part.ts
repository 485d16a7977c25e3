import { useConsole } from "../app/console-context.ts";
import type { EventFilter } from "../stores/event-filter.ts";
import {
  type FilterPart,
  madeWay,
  typedPart,
  withPart,
  withPartInstead,
} from "../stores/event-filter-part.ts";
import { say } from "../stores/toasts-store.ts";

/** Adds a part to the filter, in the place of `edited` where that is being changed. What makes way for it is named. */
export function useAddPart(filter: EventFilter, onChange: (filter: EventFilter) => void) {
  const { toasts } = useConsole();
  return (part: FilterPart, edited: FilterPart | null) => {
    if (edited !== null) return onChange(withPartInstead(filter, edited, part));
    const gone = madeWay(filter, part);
    onChange(withPart(filter, part));
    if (gone !== undefined)
      say(toasts, `${typedPart(part)} took the place of ${typedPart(gone)}: ${why(gone)}`);
  };
}

const why = ({ field }: FilterPart): string => {
  if (field === "where") return "three metadata pairs at a time";
  return field === "userId" || field === "anonymousId" ? "one person at a time" : "one of its kind at a time";
};
