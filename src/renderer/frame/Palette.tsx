import { Command as Cmdk } from "cmdk";
import { Dialog } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { Icon } from "../parts/Icon.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { useFocusReturn } from "../parts/Modal.tsx";
import { useActiveOption } from "../parts/use-active-option.ts";
import { type Command, currentCommands } from "../stores/commands-store.ts";
import { commandGroups } from "./command-groups.ts";
import { bestMatches, paletteMatch } from "./palette-match.ts";
import { type Found, useFoundPeople, useObjects } from "./palette-objects.ts";

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
          <Cmdk label={label} className="palette-box" loop filter={paletteMatch}>
            <Search typed={typed} onTyped={setTyped} onChoose={choose} />
          </Cmdk>
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
  const box = useRef<HTMLDivElement>(null);
  useActiveOption(box);
  return (
    <div className="palette-box" ref={box}>
      <Cmdk.Input
        className="palette-input"
        value={typed}
        onValueChange={onTyped}
        placeholder="A page, a Tribe, an Experience, a user, or what to do"
      />
      <Results typed={typed} onChoose={onChoose} />
      <Cmdk.Empty className="direction palette-nothing">
        Nothing is called that. Fewer letters find more.
      </Cmdk.Empty>
    </div>
  );
}

function Results({ typed, onChoose }: { readonly typed: string; readonly onChoose: Choose }) {
  const objects = useObjects();
  const people = useFoundPeople(typed);
  const commands = currentCommands(useStore(useConsole().commands)).filter(
    ({ keysOnly, searched }) => keysOnly !== true && (searched !== true || typed.trim() !== ""),
  );
  return (
    <Cmdk.List className="palette-list" label="Results">
      {typed.trim() !== "" && (
        <Objects found={bestMatches([...objects, ...people], typed)} onChoose={onChoose} />
      )}
      {commandGroups(commands).map(([group, its]) => (
        <Cmdk.Group key={group} heading={group}>
          {its.map((one) => (
            <Doable key={one.id} command={one} onChoose={onChoose} />
          ))}
        </Cmdk.Group>
      ))}
    </Cmdk.List>
  );
}

/** Something to do; where it can't be done now, with the reason. */
function Doable({ command, onChoose }: { readonly command: Command; readonly onChoose: Choose }) {
  const { id, title, keywords = [], keys, blocked, run } = command;
  return (
    <Cmdk.Item
      value={id}
      keywords={[title, ...keywords]}
      disabled={blocked !== undefined}
      onSelect={() => onChoose(run)}
    >
      <span className="grow truncate">{title}</span>
      {blocked !== undefined && <span className="direction small">{blocked}</span>}
      {blocked === undefined && keys !== undefined && <KeyHint keys={keys} />}
    </Cmdk.Item>
  );
}

function Objects({ found, onChoose }: { readonly found: readonly Found[]; readonly onChoose: Choose }) {
  const [, navigate] = useLocation();
  return (
    <Cmdk.Group heading="Open">
      {found.map((one) => (
        <Cmdk.Item
          key={one.id}
          value={one.id}
          keywords={[one.name, one.key]}
          onSelect={() => onChoose(() => navigate(one.href))}
        >
          <Icon of={one.icon} size={14} className="muted" />
          <span className="truncate palette-name">{one.name}</span>
          <span className="mono muted small truncate palette-place">{one.key}</span>
          <span className="direction small">{one.kind}</span>
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}
