import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Icon } from "../parts/Icon.tsx";
import { Popover } from "../parts/Popover.tsx";

interface RenameTokProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** Another name, typed at the name. */
export function RenameTok({ name, onRename }: RenameTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    onRename(typed.trim());
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(to) => {
        setTyped(name);
        setOpen(to);
      }}
      label="Rename"
      trigger={
        <button type="button" className="btn btn-icon btn-sm" aria-label={`Rename ${name}`}>
          <Icon of={Pencil} size={14} />
        </button>
      }
    >
      <form className="rename-form" onSubmit={submit}>
        <input
          className="input"
          aria-label="Name"
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="btn" disabled={typed.trim() === ""}>
          Rename
        </button>
      </form>
    </Popover>
  );
}
