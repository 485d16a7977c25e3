import { ChevronDown, User as Person, VenetianMask } from "lucide-react";
import { useState } from "react";
import type { User } from "../../../core/user.ts";
import { useCommands } from "../../page/use-commands.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest, type Suggestion } from "../../parts/Suggest.tsx";
import { useFoundPeople } from "../../people/use-found-people.ts";
import { narrowed } from "../builder/suggestions.ts";
import { readTried, type Tried, triedText } from "../tried-person.ts";
import { useModel } from "../use-model.ts";
import { findPersona } from "../use-trials.ts";

interface PersonPickerProps {
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried) => void;
}

/** Chooses whom the Tribe is tried as: a user, a visitor, or a persona. */
export function PersonPicker({ tried, onTried }: PersonPickerProps) {
  const [open, setOpen] = useState(false);
  const model = useModel();
  const isPersona = tried?.kind === "persona";
  const name = isPersona ? (findPersona(model, tried.id)?.name ?? tried.id) : tried?.id;
  const choose = { id: "tribe/tried", title: `Tried as ${name ?? "nobody yet"}: choose…`, group: "Tribes" };
  useCommands([{ ...choose, keywords: ["person try"], run: () => setOpen(true) }]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Tried as"
      trigger={
        <button
          type="button"
          className="select select-inline"
          aria-label={`Tried as ${name ?? "nobody yet"}`}
        >
          <Icon of={isPersona ? VenetianMask : Person} size={14} dashed={tried?.kind === "visitor"} />
          <span className="truncate">{name ?? "Choose somebody"}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <People
        onPick={(picked) => {
          const read = readTried(picked);
          if (read !== null) onTried(read);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function People({ onPick }: { readonly onPick: (value: string) => void }) {
  const { personas } = useModel();
  const [typed, setTyped] = useState("");
  const found = useFoundPeople(typed);
  const pretended = personas.map(({ key, name }) => ({
    value: triedText({ kind: "persona", id: key }),
    label: name,
    hint: "persona",
  }));
  return (
    <Suggest
      label="User, visitor or persona"
      placeholder="Find a user, visitor or persona"
      narrowed
      suggestions={found === null ? [] : [...found.map(suggested), ...narrowed(pretended, typed)]}
      loading={found === null}
      nothing="Nobody of that name is here."
      onTyped={setTyped}
      onPick={onPick}
    />
  );
}

const suggested = ({ kind, id }: User): Suggestion => ({
  value: triedText({ kind, id }),
  label: id,
  hint: kind === "known" ? "user" : "visitor",
});
