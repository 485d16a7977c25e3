import { type ReactNode, useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import type { Command } from "../stores/commands-store.ts";
import { Popover } from "./Popover.tsx";
import { Suggest, type SuggestProps } from "./Suggest.tsx";

interface SuggestPopoverProps extends SuggestProps {
  /** The button that it opens at. */
  readonly trigger: ReactNode;
  /** What the popover is for; the field's label where this is left out. */
  readonly title?: string;
  /** What opens it from the palette. */
  readonly command?: Pick<Command, "title" | "group">;
}

/** A field with suggestions at a button: it closes when one is picked. */
export function SuggestPopover({ trigger, title, command, onPick, ...suggest }: SuggestPopoverProps) {
  const [open, setOpen] = useState(false);
  const run = () => setOpen(true);
  useCommands(command === undefined ? [] : [{ ...command, id: `suggest/${command.title}`, run }]);
  const pick = (value: string) => {
    setOpen(false);
    onPick(value);
  };
  return (
    <Popover open={open} onOpenChange={setOpen} label={title ?? suggest.label} trigger={trigger}>
      <Suggest {...suggest} onPick={pick} />
    </Popover>
  );
}
