import { Command as Cmdk } from "cmdk";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { Icon } from "../parts/Icon.tsx";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { useActiveOption } from "../parts/use-active-option.ts";
import { currentCommands } from "../stores/commands-store.ts";
import { type Found, useFoundPeople, useObjects } from "./palette-objects.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Every object and every action, found by typing. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (!open) setTyped("");
  }, [open]);
  return (
    <Cmdk.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search or run a command"
      className="palette-box"
      overlayClassName="palette-overlay"
      contentClassName="dialog palette-dialog"
      loop
    >
      <Search typed={typed} onTyped={setTyped} onDone={() => onOpenChange(false)} />
    </Cmdk.Dialog>
  );
}

interface SearchProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onDone: () => void;
}

function Search({ typed, onTyped, onDone }: SearchProps) {
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
      <Results typed={typed} onDone={onDone} />
    </div>
  );
}

function Results({ typed, onDone }: { readonly typed: string; readonly onDone: () => void }) {
  const objects = useObjects();
  const people = useFoundPeople(typed);
  const commands = currentCommands(useStore(useConsole().commands)).filter(({ keysOnly }) => !keysOnly);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Cmdk.List className="palette-list" label="Results">
      <Cmdk.Empty className="direction palette-nothing">
        Nothing is called that. Fewer letters find more.
      </Cmdk.Empty>
      {typed.trim() !== "" && <Objects found={[...objects, ...people]} onDone={onDone} />}
      {groups.map((group) => (
        <Cmdk.Group key={group} heading={group}>
          {commands
            .filter((one) => one.group === group)
            .map((one) => (
              <Cmdk.Item
                key={one.id}
                value={one.id}
                keywords={[one.title, ...(one.keywords ?? [])]}
                onSelect={() => {
                  onDone();
                  one.run();
                }}
              >
                <span className="grow truncate">{one.title}</span>
                {one.keys !== undefined && <KeyCaps keys={one.keys} />}
              </Cmdk.Item>
            ))}
        </Cmdk.Group>
      ))}
    </Cmdk.List>
  );
}

function Objects({ found, onDone }: { readonly found: readonly Found[]; readonly onDone: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Cmdk.Group heading="Open">
      {found.map((one) => (
        <Cmdk.Item
          key={one.id}
          value={one.id}
          keywords={[one.name, one.key]}
          onSelect={() => {
            onDone();
            navigate(one.href);
          }}
        >
          <Icon of={one.icon} size={14} className="muted" />
          <span className="truncate">{one.name}</span>
          <span className="mono muted small truncate grow">{one.key}</span>
          <span className="direction small">{one.kind}</span>
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}
