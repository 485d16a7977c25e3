import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { eventNamePattern, metadataPairs, pairsMetadata } from "../../../core/event.ts";
import { personaLimits } from "../../../core/persona.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { useSeen } from "../../page/reads.ts";
import { useOfferBack } from "../../page/use-offer-back.ts";
import { IconButton } from "../../parts/Button.tsx";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { Tok, TokMenu } from "../../parts/Tok.tsx";
import { counted, count as grouped } from "../../text/format.ts";
import { agoOf, agoParts, agoUnits, type MadeUpEvent } from "./made-up.ts";
import { NumberTok, PairsTok } from "./PairsTok.tsx";

interface MadeUpEventsProps {
  readonly events: readonly MadeUpEvent[];
  /** Left out where nothing may be changed. */
  readonly onChange?: (change: (now: readonly MadeUpEvent[]) => readonly MadeUpEvent[], mark: string) => void;
  /** Another one where they were changed elsewhere: what is typed at one does not go over to the next. */
  readonly turn?: number | undefined;
}

/** What somebody did, how often and how long ago; each line reads as a sentence with blanks. */
export function MadeUpEvents({ events, onChange, turn = 0 }: MadeUpEventsProps) {
  const list = useRef<HTMLDivElement>(null);
  const offerBack = useOfferBack(events);
  const change = (place: number, to: Partial<MadeUpEvent>) =>
    onChange?.((now) => now.map((one, at) => (at === place ? { ...one, ...to } : one)), `event ${place}`);
  const remove = (gone: MadeUpEvent, place: number) => {
    onChange?.((now) => now.filter((_, at) => at !== place), `remove ${events.length} ${place}`);
    const isBack = (now: readonly MadeUpEvent[]) => timesIn(now, gone) >= timesIn(events, gone);
    offerBack(`Removed ${gone.name}`, isBack, () =>
      onChange?.(
        (now) => (isBack(now) ? now : now.toSpliced(place, 0, gone)),
        `back ${events.length} ${place}`,
      ),
    );
    list.current?.querySelector<HTMLElement>(".add-event")?.focus();
  };
  const full = events.length >= personaLimits.events;
  return (
    <div ref={list}>
      {events.length === 0 && onChange === undefined && <p className="direction">None.</p>}
      <ul className="made-up-events">
        {events.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event has no name but its place.
          <li key={`${turn} ${place}`}>
            <EventLine event={event} {...(onChange && { onChange: (to) => change(place, to) })} />
            {onChange && (
              <IconButton icon={X} label={`Remove ${event.name}`} onClick={() => remove(event, place)} />
            )}
          </li>
        ))}
      </ul>
      {onChange && !full && (
        <NameTok
          label="Add an event"
          add
          onPick={(name) =>
            onChange((now) => [...now, { name, ago: { hours: 1 }, count: 1, metadata: {} }], "add event")
          }
        />
      )}
      {full && <p className="direction small">{grouped(personaLimits.events)} are the most.</p>}
    </div>
  );
}

const timesIn = (events: readonly MadeUpEvent[], event: MadeUpEvent): number =>
  events.filter((one) => jsonEqual(one, event)).length;

interface EventLineProps {
  readonly event: MadeUpEvent;
  readonly onChange?: (to: Partial<MadeUpEvent>) => void;
}

function EventLine({ event, onChange }: EventLineProps) {
  const { n, unit } = agoParts(event.ago);
  const pairs = metadataPairs(event.metadata);
  if (onChange === undefined)
    return (
      <p>
        <b className="tok-fixed mono">{event.name}</b> {counted(event.count, "time")},{" "}
        {counted(n, unit.slice(0, -1))} ago
        {pairs.map(({ key, value }) => `, ${key} ${value}`).join("")}
      </p>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not flow like a sentence.
    <p role="group" aria-label={event.name}>
      <NameTok label={event.name} onPick={(name) => onChange({ name })} />{" "}
      <NumberTok
        label="How often"
        value={event.count}
        min={1}
        max={personaLimits.count}
        onChange={(to) => onChange({ count: to })}
      />{" "}
      {event.count === 1 ? "time" : "times"},{" "}
      <NumberTok
        label="How long ago"
        value={n}
        min={0}
        max={365}
        onChange={(to) => onChange({ ago: agoOf(to, unit) })}
      />{" "}
      <TokMenu
        label="Unit"
        value={unit}
        words={n === 1 ? unit.slice(0, -1) : unit}
        options={agoUnits.map((value) => ({ value, label: value }))}
        onChange={(to) => onChange({ ago: agoOf(n, to) })}
      />{" "}
      ago{" "}
      <PairsTok
        name={event.name}
        pairs={pairs}
        onChange={(to) => onChange({ metadata: pairsMetadata(to) })}
      />
    </p>
  );
}

interface NameTokProps {
  readonly label: string;
  readonly add?: boolean;
  readonly onPick: (name: string) => void;
}

function NameTok({ label, add = false, onPick }: NameTokProps) {
  const { seen, unread } = useSeen();
  const trigger = add ? (
    <Tok look="add" icon={Plus} className="add-event">
      {label}
    </Tok>
  ) : (
    <Tok look="mono">{label}</Tok>
  );
  return (
    <SuggestPopover
      trigger={trigger}
      {...(add && { command: { title: `${label}…`, group: "Edit" } })}
      label="Event name"
      placeholder="movie/watched"
      free
      suggestions={(seen?.events ?? []).map(({ name, count }) => ({ value: name, hint: grouped(count) }))}
      loading={seen === null}
      unread={unread}
      check={(typed) => (eventNamePattern.test(typed) ? null : "A group, a slash, an action: movie/watched.")}
      nothing="Type its name."
      onPick={onPick}
    />
  );
}
