import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { FieldValue } from "../../../core/user.ts";
import { useSeen } from "../../app/use-seen.ts";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest } from "../../parts/Suggest.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { emptyField, type FieldKind } from "./field-value.ts";

interface AddFieldProps {
  readonly taken: readonly string[];
  readonly onAdd: (name: string, value: FieldValue) => void;
}

const kindOfSeen: Readonly<Record<string, FieldKind>> = {
  number: "number",
  boolean: "boolean",
  list: "list",
};

/** Adds a field: one that others have, with a value as theirs, or a new one. */
export function AddField({ taken, onAdd }: AddFieldProps) {
  const [open, setOpen] = useState(false);
  const added = useRef<string | null>(null);
  const seen = useSeen();
  const offered = (seen?.fields ?? []).filter(({ key }) => !taken.includes(key));
  const add = (name: string) => {
    setOpen(false);
    const known = offered.find(({ key }) => key === name);
    onAdd(name, emptyField(kindOfSeen[known?.types[0] ?? ""] ?? "text"));
    added.current = name;
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Add a field"
      trigger={
        <Tok
          look="add"
          icon={Plus}
          onFocus={() => {
            // The popover gives the focus back to here; what was added is to be filled in.
            if (added.current !== null) focusField(added.current);
            added.current = null;
          }}
        >
          Add a field
        </Tok>
      }
    >
      <Suggest
        label="Field name"
        placeholder="plan"
        free
        suggestions={offered.map(({ key, types }) => ({ value: key, hint: types.join(" or ") }))}
        check={(typed) => problemOf(typed, taken)}
        nothing="Type a name for it."
        onPick={add}
      />
    </Popover>
  );
}

function problemOf(name: string, taken: readonly string[]): string | null {
  if (taken.includes(name)) return "There is one already.";
  return name.length > 128 || name === "__proto__" ? "That cannot be a field’s name." : null;
}

function focusField(name: string): void {
  const row = [...document.querySelectorAll<HTMLElement>(".field-row")].find(
    (one) => one.getAttribute("aria-label") === name,
  );
  row?.querySelector<HTMLElement>("input, [role=switch]")?.focus();
}
