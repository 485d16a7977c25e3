import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCommands } from "../app/use-commands.ts";
import { Icon } from "../parts/Icon.tsx";
import { LimitedInput } from "../parts/LimitedInput.tsx";
import { Popover } from "../parts/Popover.tsx";
import { longestName, nameMissing } from "../text/too-long.ts";

interface RenameTokProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** Another name, typed at the name. */
export function RenameTok({ name, onRename }: RenameTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(name);
  const isName = nameMissing(typed, "") === null;
  const change = (to: boolean) => {
    setTyped(name);
    setOpen(to);
  };
  const rename = { id: "persona/rename", title: `Rename ${name}…`, group: "Personas" };
  useCommands([{ ...rename, run: () => change(true) }]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isName) return;
    onRename(typed.trim());
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      label="Rename"
      trigger={
        <button type="button" className="btn btn-icon btn-sm" aria-label={`Rename ${name}`}>
          <Icon of={Pencil} size={14} />
        </button>
      }
    >
      <form className="rename-form" onSubmit={submit}>
        <LimitedInput aria-label="Name" value={typed} most={longestName} onText={setTyped} />
        <button type="submit" className="btn" disabled={!isName}>
          Rename
        </button>
      </form>
    </Popover>
  );
}
