import { CalendarClock, Check } from "lucide-react";
import { Popover, RadioGroup } from "radix-ui";
import { type FormEvent, useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Radio } from "../parts/Radio.tsx";
import { TimeInput } from "../parts/TimeInput.tsx";
import { stopAtUnread } from "../parts/unread.ts";
import { fromLocalInput, shownHere, toLocalInput } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";
import type { EventFilter } from "./event-filter.ts";
import { readSpan, type Span, spanKeys, spans, viewOf } from "./feed/event-rate.ts";

interface TimePopoverProps {
  readonly filter: EventFilter;
  readonly span: Span;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onSpan: (span: Span) => void;
}

/** What time the chart shows, and the times that the list is narrowed to, typed instead of drawn. */
export function TimePopover({ filter, span, onFilter, onSpan }: TimePopoverProps) {
  const [open, setOpen] = useState(false);
  const past = viewOf(span, filter, platformNow().getTime()).kind === "fixed";
  const words = past ? "Around the chosen time" : spans[span].words;
  const close = () => setOpen(false);
  const choose = {
    id: "events/time",
    title: `Time: ${words}…`,
    group: "Events",
    keywords: ["chart from to"],
  };
  useCommands([{ ...choose, run: () => setOpen(true) }]);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn btn-sm rate-span" aria-label={`Time: ${words}`}>
        <Icon of={CalendarClock} size={14} />
        {words}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu time-popover" align="start" sideOffset={4} aria-label="Time">
          <div className="menu-label" id="chart-span">
            The chart shows
          </div>
          <RadioGroup.Root
            aria-labelledby="chart-span"
            value={span}
            onValueChange={(key) => onSpan(readSpan(key))}
            // Arrows try one after the other; Enter and the mouse choose one.
            onKeyDown={({ key }) => key === "Enter" && close()}
          >
            {spanKeys.map((key) => (
              <Radio
                key={key}
                value={key}
                className="menu-choice"
                onClick={({ detail }) => detail > 0 && close()}
              >
                <span className="menu-mark">{key === span && <Icon of={Check} size={14} />}</span>
                {spans[key].words}
              </Radio>
            ))}
          </RadioGroup.Root>
          <div className="menu-line" />
          <TimeForm
            filter={filter}
            onApply={(times) => {
              onFilter({ ...filter, ...times });
              close();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface TimeFormProps {
  readonly filter: EventFilter;
  readonly onApply: (times: Pick<EventFilter, "from" | "to">) => void;
}

function TimeForm({ filter, onApply }: TimeFormProps) {
  const [from, setFrom] = useState(toLocalInput(filter.from));
  const [to, setTo] = useState(toLocalInput(filter.to));
  const crossed = from !== "" && to !== "" && Date.parse(from) > Date.parse(to);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!stopAtUnread(event.currentTarget) && !crossed)
      onApply({ from: fromLocalInput(from), to: fromLocalInput(to) });
  };
  return (
    <form className="time-form" onSubmit={submit} noValidate>
      <Field label="List events from">
        {(tie) => (
          <TimeInput {...tie} kind="moment" value={from} onChange={(typed) => setFrom(shownHere(typed))} />
        )}
      </Field>
      <Field label="to" error={crossed ? "This is before the first time." : null}>
        {(tie) => (
          <TimeInput {...tie} kind="moment" value={to} onChange={(typed) => setTo(shownHere(typed))} />
        )}
      </Field>
      <div className="btn-row">
        <Button look="primary" small type="submit">
          List this time
        </Button>
        {(filter.from ?? filter.to) !== undefined && (
          <Button look="quiet" small onClick={() => onApply({ from: undefined, to: undefined })}>
            List all times
          </Button>
        )}
      </div>
    </form>
  );
}
