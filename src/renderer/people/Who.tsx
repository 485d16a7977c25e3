import { UserRound } from "lucide-react";
import type { Event } from "../../core/event.ts";
import { Icon } from "../parts/Icon.tsx";

/** Who an event is by; a refused one may be by nobody. */
const whoOf = (event: Event): { readonly id: string | null; readonly known: boolean } => ({
  id: event.userId ?? event.anonymousId ?? null,
  known: event.userId !== undefined,
});

/** Who an event is by; a visitor's outline is dashed. */
export function Who({ event }: { readonly event: Event }) {
  const { id, known } = whoOf(event);
  if (id === null) return <span className="direction">nobody</span>;
  return (
    <span className="who" title={known ? id : `Visitor ${id}`}>
      <Icon of={UserRound} size={14} className="muted" dashed={!known} />
      <span className={known ? "truncate" : "truncate mono muted"}>{id}</span>
    </span>
  );
}
