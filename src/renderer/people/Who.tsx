import { UserRound } from "lucide-react";
import type { Event } from "../../core/event.ts";
import { Icon } from "../parts/Icon.tsx";
import { quotedIfBlank } from "../text/format.ts";

/** Who an event is by; a visitor's outline is dashed. A refused one may be by nobody. */
export function Who({ event }: { readonly event: Event }) {
  const id = event.userId ?? event.anonymousId;
  const known = event.userId !== undefined;
  if (id === undefined) return <span className="direction">nobody</span>;
  return (
    <span className="who" title={known ? id : `Visitor ${id}`}>
      <Icon of={UserRound} size={14} className="muted" dashed={!known} />
      <span className={known ? "truncate" : "truncate mono muted"}>{quotedIfBlank(id)}</span>
    </span>
  );
}
