import { Command as Cmdk } from "cmdk";
import { Dialog } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { Icon } from "../parts/Icon.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { useFocusReturn } from "../parts/Modal.tsx";
import { useCombobox } from "../parts/use-combobox.ts";
import { type Command, commandGroups, currentCommands, isOfPage } from "../stores/commands-store.ts";
import { bestMatches } from "./palette-match.ts";
import { type Found, useObjects, useObjectsProblem, usePeopleHits } from "./palette-objects.ts";

const label = "Search or run a command";

interface PaletteProps {
  readonly open: boolean;
  /** What stands in it when it opens. */
  readonly start: string;
  readonly onOpenChange: (open: boolean) => void;
}

/** Closes the palette, then does what was chosen. */
type Choose = (run: () => void) => void;

/** Every object and every action, found by typing. */
export function Palette({ open, start, onOpenChange }: PaletteProps) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(open ? start : ""), [open, start]);
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn(open);
  const chosen = useRef<(() => void) | null>(null);
  const choose = (run: () => void) => {
    chosen.current = run;
    onOpenChange(false);
  };
  /** What was chosen may move the focus, which the palette holds as long as it is there. */
  const onClosed = (event: Event) => {
    onCloseAutoFocus(event);
    const run = chosen.current;
    chosen.current = null;
    run?.();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="palette-overlay" />
        <Dialog.Content
          className="dialog palette-dialog"
          aria-describedby={undefined}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onClosed}
        >
          <Dialog.Title className="sr">{label}</Dialog.Title>
          <Search typed={typed} onTyped={setTyped} onChoose={choose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface SearchProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onChoose: Choose;
}

function Search({ typed, onTyped, onChoose }: SearchProps) {
  const { rows, isWhole } = useRows(typed);
  const problem = useObjectsProblem();
  const { forget, around } = useCombobox(
    rows.filter(({ blocked }) => blocked === undefined).map(({ id }) => id),
  );
  return (
    <Cmdk {...around} className="palette-box" label={label}>
      <Cmdk.Input
        className="palette-input"
        value={typed}
        onValueChange={(value) => {
          forget();
          onTyped(value);
        }}
        placeholder="A page, a Tribe, an Experience, a user, or what to do"
      />
      <Cmdk.List className="palette-list" label="Results">
        {[...new Set(rows.map(({ heading }) => heading))].map((heading) => (
          <Cmdk.Group key={heading} heading={heading}>
            {rows
              .filter((row) => row.heading === heading)
              .map(({ id, blocked, run, shown }) => (
                <Cmdk.Item
                  key={id}
                  value={id}
                  disabled={blocked !== undefined}
                  onSelect={() => onChoose(run)}
                >
                  {shown}
                </Cmdk.Item>
              ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
      <Cmdk.Empty className="direction palette-nothing">
        {problem !== null
          ? `Not all could be looked through. ${problem}`
          : isWhole
            ? "Nothing is called that. Fewer letters find more."
            : "Looking…"}
      </Cmdk.Empty>
    </Cmdk>
  );
}

interface Row {
  readonly id: string;
  readonly heading: string;
  /** What finds it, its name first. */
  readonly texts: readonly string[];
  readonly near?: boolean;
  readonly blocked?: string | undefined;
  readonly shown: ReactNode;
  readonly run: () => void;
}

/** More than anybody reads; another letter finds fewer. */
const mostObjects = 50;
/** Each Collection has some of its own: "publish" asks which. */
const mostCommands = 200;

/** What fits, the best first, as it is drawn: headings stand in the order of their best; and whether all was looked through. */
function useRows(typed: string): { readonly rows: readonly Row[]; readonly isWhole: boolean } {
  const [, navigate] = useLocation();
  const lists = [...useObjects(), usePeopleHits(typed)];
  const isTyped = typed.trim() !== "";
  const commands = currentCommands(useStore(useConsole().commands)).filter(
    ({ keysOnly, searched }) => keysOnly !== true && (searched !== true || isTyped),
  );
  const found = isTyped ? lists.flatMap((list) => list ?? []) : [];
  const rows = [
    ...bestMatches(
      found.map((one) => objectRow(one, navigate)),
      typed,
      mostObjects,
    ),
    ...bestMatches(
      commandGroups(commands).flatMap(([, its]) => its.map(commandRow)),
      typed,
      mostCommands,
    ),
  ]
    .sort((a, b) => b.fit - a.fit)
    .map(({ one }) => one);
  return { rows, isWhole: !lists.includes(undefined) };
}

/** Something to do; where it can't be done now, with the reason. */
function commandRow(command: Command): Row {
  const { id, title, group, keywords = [], keys, blocked, run } = command;
  return {
    id,
    heading: group,
    texts: [title, ...keywords],
    near: keys !== undefined && isOfPage(command),
    blocked,
    run,
    shown: (
      <>
        <span className="grow truncate">{title}</span>
        {blocked !== undefined && <span className="direction small">{blocked}</span>}
        {blocked === undefined && keys !== undefined && <KeyHint keys={keys} />}
      </>
    ),
  };
}

const objectRow = ({ id, name, key, kind, icon, href }: Found, navigate: (href: string) => void): Row => ({
  id,
  heading: "Open",
  texts: [name, key],
  run: () => navigate(href),
  shown: (
    <>
      <Icon of={icon} size={14} className="muted" />
      <span className="truncate palette-name">{name}</span>
      <span className="mono muted small truncate palette-place">{key}</span>
      <span className="direction small">{kind}</span>
    </>
  ),
});
