import { Command } from "cmdk";
import { type ReactNode, useRef, useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import type { Command as PageCommand } from "../stores/commands-store.ts";
import { quotedIfBlank } from "../text/format.ts";
import { ProblemLine } from "./Field.tsx";
import { Popover } from "./Popover.tsx";
import { useCombobox } from "./use-combobox.ts";

export interface Suggestion {
  readonly value: string;
  readonly label?: string;
  /** Said behind it: how often it was seen, what it is. */
  readonly hint?: ReactNode;
}

export interface SuggestProps {
  /** What is asked for: "Event name". */
  readonly label: string;
  readonly placeholder?: string;
  readonly suggestions: readonly Suggestion[];
  /** What has been typed may be taken as it is, not only what is suggested. */
  readonly free?: boolean;
  /** The suggestions are those that fit, in their order: typing narrows nothing here. */
  readonly narrowed?: boolean;
  readonly loading?: boolean;
  /** Why not all that there is could be suggested, in a sentence; null where it was, or is on its way. */
  readonly unread?: string | null;
  /** Said where nothing fits. */
  readonly nothing?: string;
  /** What speaks against a text that was typed; null where nothing does. */
  readonly check?: (typed: string) => string | null;
  readonly onTyped?: (typed: string) => void;
  readonly onPick: (value: string) => void;
}

/** A field with suggestions, for inside a popover: typing narrows them, arrows walk them, Enter takes one; so does Tab where any text may be. */
export function Suggest(props: SuggestProps) {
  const { label, placeholder, suggestions, free = false, unread = null, onPick } = props;
  const loading = props.loading === true && unread === null;
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const isNew = free && text !== "" && !suggestions.some(({ value }) => value === text);
  const problem = isNew ? (props.check?.(text) ?? null) : null;
  const first = isNew && problem === null ? text : (suggestions[0]?.value ?? "");
  const { forget, around } = useCombobox(
    props.narrowed === true ? [first, ...suggestions.map(({ value }) => value)] : null,
  );
  return (
    <Command
      {...around}
      className="suggest"
      label={label}
      onKeyDown={(event) => {
        around.onKeyDown(event);
        if (!free || text === "" || event.key !== "Tab" || event.shiftKey) return;
        event.preventDefault();
        around.ref.current?.querySelector<HTMLElement>("[cmdk-item][aria-selected=true]")?.click();
      }}
    >
      <Command.Input
        className="input"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onValueChange={(value) => {
          forget();
          setTyped(value);
          props.onTyped?.(value);
        }}
      />
      <Command.List className="suggest-list" label="Suggestions">
        {isNew && problem === null && <Typed text={text} onPick={onPick} />}
        {suggestions.map((one) => (
          <Suggested key={one.value} one={one} onPick={onPick} />
        ))}
      </Command.List>
      {loading && <Command.Loading>Looking…</Command.Loading>}
      {(problem !== null || (!loading && !isNew && unread === null)) && (
        <Command.Empty className="direction small">
          {problem ?? props.nothing ?? "Nothing fits."}
        </Command.Empty>
      )}
      <ProblemLine>{unread}</ProblemLine>
    </Command>
  );
}

function Typed({ text, onPick }: { readonly text: string; readonly onPick: (value: string) => void }) {
  return (
    <Command.Item value={text} forceMount onSelect={() => onPick(text)}>
      <span className="mono grow truncate">{text}</span>
      <span className="direction small">as typed</span>
    </Command.Item>
  );
}

interface SuggestedProps {
  readonly one: Suggestion;
  readonly onPick: (value: string) => void;
}

function Suggested({ one: { value, label, hint }, onPick }: SuggestedProps) {
  const keywords = label === undefined ? [] : [label];
  return (
    <Command.Item value={value} keywords={keywords} onSelect={() => onPick(value)}>
      <span className={`grow truncate ${label === undefined ? "mono" : ""}`}>
        {quotedIfBlank(label ?? value)}
      </span>
      {hint !== undefined && <span className="direction small">{hint}</span>}
    </Command.Item>
  );
}

interface SuggestPopoverProps extends SuggestProps {
  /** The button that it opens at. */
  readonly trigger: ReactNode;
  /** What the popover is for; the field's label where this is left out. */
  readonly title?: string;
  /** What opens it from the palette. */
  readonly command?: Pick<PageCommand, "title" | "group">;
  /** What has the focus once one is picked, in place of the button. */
  readonly focusAfter?: (value: string) => HTMLElement | null | undefined;
}

/** A field with suggestions at a button: it closes when one is picked. */
export function SuggestPopover(props: SuggestPopoverProps) {
  const { trigger, title, command, onPick, focusAfter, ...suggest } = props;
  const [open, setOpen] = useState(false);
  const picked = useRef<string | null>(null);
  const run = () => setOpen(true);
  useCommands(command === undefined ? [] : [{ ...command, id: `suggest/${command.title}`, run }]);
  const pick = (value: string) => {
    setOpen(false);
    picked.current = value;
    onPick(value);
  };
  const giveFocus = (event: Event) => {
    const next = picked.current === null ? null : focusAfter?.(picked.current);
    picked.current = null;
    if (next == null) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={title ?? suggest.label}
      trigger={trigger}
      onCloseAutoFocus={giveFocus}
    >
      <Suggest {...suggest} onPick={pick} />
    </Popover>
  );
}
