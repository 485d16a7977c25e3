import { Plus } from "lucide-react";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { Tok } from "../parts/Tok.tsx";

interface AddPartProps {
  /** Of what one more thing is expected. */
  readonly name: string;
  readonly parts: readonly { readonly value: string; readonly label: string }[];
  readonly onAdd: (part: string) => void;
}

/** Expects one more thing of an Experience: as it is now. */
export function AddPart({ name, parts, onAdd }: AddPartProps) {
  if (parts.length === 0) return null;
  return (
    <MoreMenu
      label={`Expect more of ${name}`}
      items={parts.map(({ value, label }) => ({ label, run: () => onAdd(value) }))}
      trigger={
        <Tok look="add" icon={Plus} aria-label={`Expect more of ${name}`}>
          and…
        </Tok>
      }
    />
  );
}
