import { NameField } from "../../parts/Field.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { useForm } from "../../parts/use-form.ts";
import { useTypedForm } from "../../parts/use-typed-form.ts";
import { nameMissing } from "../../text/too-long.ts";

interface NameDialogProps {
  readonly initial: string;
  readonly onClose: () => void;
  /** Renames it; throws with the reason where that is refused. */
  readonly onRename: (name: string) => Promise<void>;
}

/** Gives a Tribe another name. Its key stays: it is in code and addresses. */
export function NameDialog({ initial, onClose, onRename }: NameDialogProps) {
  const kept = useTypedForm(`tribe-name/${initial}`);
  const [name, setName] = kept.field("name", initial);
  const form = useForm({
    missing: () => nameMissing(name, "A Tribe needs a name."),
    send: async () => {
      await onRename(name.trim());
      kept.forget();
      return { show: onClose, said: `Renamed “${initial}” to “${name.trim()}”` };
    },
    failure: `“${initial}” was not renamed.`,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Rename “${initial}”`}
      about="Its key stays the same."
      keep="Keep the name"
      act="Rename Tribe"
    >
      <NameField
        value={name}
        error={form.error}
        hint="Shown wherever the Tribe is named."
        onChange={setName}
      />
    </FormDialog>
  );
}
