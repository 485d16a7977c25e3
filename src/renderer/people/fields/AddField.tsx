import { Plus } from "lucide-react";
import { useRef } from "react";
import type { FieldValue } from "../../../core/user.ts";
import { useSeen } from "../../page/reads.ts";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { tooLong } from "../../text/too-long.ts";
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
  const added = useRef<string | null>(null);
  const seen = useSeen();
  const offered = (seen?.fields ?? []).filter(({ key }) => !taken.includes(key));
  const add = (name: string) => {
    const known = offered.find(({ key }) => key === name);
    onAdd(name, emptyField(kindOfSeen[known?.types[0] ?? ""] ?? "text"));
    added.current = name;
  };
  return (
    <SuggestPopover
      title="Add a field"
      command={{ title: "Add a field…", group: "Edit" }}
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
      label="Field name"
      placeholder="plan"
      free
      suggestions={offered.map(({ key, types }) => ({ value: key, hint: types.join(" or ") }))}
      check={(typed) => problemOf(typed, taken)}
      nothing="Type a name for it."
      onPick={add}
    />
  );
}

function problemOf(name: string, taken: readonly string[]): string | null {
  if (taken.includes(name)) return "There is one already.";
  return name === "__proto__" ? "That cannot be a field’s name." : tooLong(name, 128);
}

function focusField(name: string): void {
  const row = [...document.querySelectorAll<HTMLElement>(".field-row")].find(
    (one) => one.getAttribute("aria-label") === name,
  );
  row?.querySelector<HTMLElement>("input, [role=switch]")?.focus();
}
