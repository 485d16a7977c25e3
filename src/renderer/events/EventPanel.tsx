import { Check, Pin, PinOff, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { type Event, metadataPairs } from "../../core/event.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Seg } from "../parts/Radio.tsx";
import { userAddress } from "../people/user-port.ts";
import { count } from "../text/format.ts";
import { EventFacts } from "./EventFacts.tsx";
import type { EventFilter } from "./event-filter.ts";
import { type FilterPart, type PartField, withPart } from "./event-filter-part.ts";
import { isPinned, mostPins, type PinsStore } from "./event-pins.ts";
import { refusal, remedies } from "./event-words.ts";

interface EventPanelProps {
  readonly event: Event;
  readonly pins: PinsStore;
  readonly filter: EventFilter;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onPin: (event: Event) => void;
  readonly onClose: () => void;
}

/** One event in full: why it was refused, where to go from it, its facts, and the JSON. */
export function EventPanel({ event, pins, filter, onFilter, onPin, onClose }: EventPanelProps) {
  const { original, ...told } = event;
  const add = (part: FilterPart) => onFilter(withPart(filter, part));
  const press = useLocalKeys("In an open event", [{ title: "Close it", keys: ["Escape"], run: onClose }]);
  return (
    <aside
      className="panel event-panel"
      aria-label={`Event ${count(event.sequence)}`}
      onKeyDown={(pressed) => press(pressed)}
    >
      <div className="panel-head">
        <h2 className="mono strong panel-name truncate" title={event.name}>
          {event.name}
        </h2>
        <StatusBadge status={event.status} />
        <span className="spacer" />
        <CopyButton text={JSON.stringify(told, null, 2)} label="Copy event as JSON" />
        <PinButton event={event} pins={pins} onPin={onPin} />
        <IconButton icon={X} label="Close" size={16} onClick={onClose} />
      </div>
      <div className="scroll">
        {event.problem !== undefined && <Refusal event={event} problem={event.problem} />}
        <EventActions event={event} onAdd={add} />
        <EventFacts event={event} onAdd={add} />
        <JsonSection title="Raw" value={told} />
        {original !== undefined && <JsonSection title="As received" value={original} />}
      </div>
    </aside>
  );
}

function PinButton({ event, pins, onPin }: Pick<EventPanelProps, "event" | "pins" | "onPin">) {
  const { pinned } = useStore(pins);
  const isIn = isPinned(pinned, event);
  const full = !isIn && pinned.length >= mostPins;
  return (
    <IconButton
      icon={isIn ? PinOff : Pin}
      label={isIn ? "Unpin this event" : "Pin this event to compare"}
      title={full ? `${mostPins} are pinned; unpin one first` : isIn ? "Unpin (p)" : "Pin to compare (p)"}
      disabled={full}
      onClick={() => onPin(event)}
    />
  );
}

function StatusBadge({ status }: { readonly status: Event["status"] }) {
  const accepted = status === "accepted";
  return (
    <span className={`badge ${accepted ? "badge-success" : "badge-danger"}`}>
      <Icon of={accepted ? Check : TriangleAlert} size={12} />
      {accepted ? "Accepted" : "Rejected"}
    </span>
  );
}

interface RefusalProps {
  readonly event: Event;
  readonly problem: NonNullable<Event["problem"]>;
}

function Refusal({ event, problem }: RefusalProps) {
  return (
    <section className="refusal">
      <h3 className="heading">{refusal(event)}.</h3>
      <p>{remedies[problem.code] ?? ""}</p>
      <p className="direction small">{problem.detail}</p>
    </section>
  );
}

interface EventActionsProps {
  readonly event: Event;
  readonly onAdd: (part: FilterPart) => void;
}

/** Where to go from an event: those like it, its user, a Tribe of those who did it. */
function EventActions({ event, onAdd }: EventActionsProps) {
  const { role } = useHere();
  const to = usePath();
  const person = event.userId ?? event.anonymousId;
  const isUser = event.userId !== undefined;
  const same = (what: string, field: PartField, value: string | undefined) =>
    value !== undefined && (
      <Button small onClick={() => onAdd({ field, value })}>
        Same {what}
      </Button>
    );
  return (
    <section className="event-actions" aria-label="From here">
      {same(isUser ? "user" : "visitor", isUser ? "userId" : "anonymousId", person)}
      {same("session", "sessionId", event.sessionId)}
      {same("name", "name", event.name.includes("/") ? event.name : undefined)}
      {person !== undefined && (
        <Link
          className="btn btn-sm"
          href={userAddress(to, { id: person, kind: isUser ? "known" : "visitor" })}
        >
          Open {isUser ? "user" : "visitor"}
        </Link>
      )}
      {event.status === "accepted" && role !== "viewer" && (
        <Link className="btn btn-sm" href={tribeAddress(to, event)}>
          Build a Tribe from this event
        </Link>
      )}
      {role === "viewer" && (
        <p className="direction small">You are a viewer here; an editor can build a Tribe from it.</p>
      )}
    </section>
  );
}

/** The new Tribe's page, with a rule that this event fulfils. */
function tribeAddress(to: ReturnType<typeof usePath>, event: Event): string {
  const query = new URLSearchParams({ event: event.name });
  for (const { key, value } of metadataPairs(event.metadata)) query.append("where", `${key}:${value}`);
  return `${to("tribes", "new")}?${query}`;
}

const views = [
  ["json", "JSON"],
  ["tree", "Tree"],
] as const;

/** A value as raw JSON or as a tree. */
function JsonSection({ title, value }: { readonly title: string; readonly value: unknown }) {
  const [view, setView] = useState<"json" | "tree">("json");
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">{title}</h3>
        <span className="muted small num">{count(bytes)} bytes</span>
        <span className="spacer" />
        <Seg aria-label={`${title} as`} value={view} options={views} onChange={setView} />
      </div>
      {view === "tree" ? (
        <section className="json-tree mono" aria-label={`${title} tree`}>
          <Members value={value} />
        </section>
      ) : (
        <CodeBlock
          code={JSON.stringify(value, null, 2)}
          label={`${title} JSON`}
          copyLabel={`Copy the ${title.toLowerCase()} JSON`}
        />
      )}
    </section>
  );
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

/** JSON that can be folded: what is in an object or a list stands below its name. */
function Members({ value }: { readonly value: unknown }) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <ul>
      {Object.entries(value).map(([name, member]) => (
        <li key={name}>
          {isBranch(member) ? (
            <details open>
              <summary>
                <span className="json-name">{name}</span> <span className="muted">{sizeWords(member)}</span>
              </summary>
              <Members value={member} />
            </details>
          ) : (
            <>
              <span className="json-name">{name}</span> <Leaf value={member} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const Leaf = ({ value }: { readonly value: unknown }) => (
  <span className={typeof value === "string" ? "" : "json-word"}>
    {typeof value === "string" && value !== "" ? value : JSON.stringify(value)}
  </span>
);

const sizeWords = (value: object): string =>
  Array.isArray(value) ? `${value.length} in a list` : `${Object.keys(value).length} members`;
