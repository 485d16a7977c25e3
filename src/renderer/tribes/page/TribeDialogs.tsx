import type { Tribe } from "../../../core/tribe.ts";
import { NameField } from "../../parts/Field.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { useForm, useTypedForm } from "../../parts/use-form.ts";
import { nameMissing } from "../../text/too-long.ts";
import type { TribeUse, UsePlace } from "../tribe-uses.ts";
import { NameOfUse, UseList, wordsOfUse } from "./UsedBy.tsx";

interface InUseDialogProps {
  readonly name: string;
  readonly uses: readonly TribeUse[];
  /** What environments still serve that names it. */
  readonly served: readonly UsePlace[];
  readonly onClose: () => void;
}

/** Why a Tribe can't be deleted: what still names it, with the way there. */
export function InUseDialog({ name, uses, served, onClose }: InUseDialogProps) {
  const keys = uniqueKeys(served.map(wordsOfUse));
  return (
    <Modal
      onClose={onClose}
      title={`“${name}” is in use`}
      about="A Tribe can be deleted once nothing names it. Remove it from these first."
    >
      <div className="dialog-body">
        <UseList uses={uses}>
          {served.map((use, at) => (
            <li key={keys[at]}>
              <span className="used-name" title={wordsOfUse(use)}>
                <NameOfUse {...use} />
              </span>
              <span className="direction used-about">until it is published again</span>
            </li>
          ))}
        </UseList>
      </div>
      <DialogFoot keep="Close" onKeep={onClose} />
    </Modal>
  );
}

interface NameDialogProps {
  readonly tribe: Tribe;
  readonly onClose: () => void;
  /** Renames it; throws with the reason where that is refused. */
  readonly onRename: (name: string) => Promise<void>;
}

/** Gives a Tribe another name. Its key stays: it is in code and addresses. */
export function NameDialog({ tribe: { id, name: initial }, onClose, onRename }: NameDialogProps) {
  const kept = useTypedForm(`tribe-name/${id}`);
  const [name, setName] = kept.field("name", initial);
  const form = useForm({
    missing: () => nameMissing(name, "Give the Tribe a name."),
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
      onClose={() => {
        // It is what the Tribe is called, and nothing new, that one begins with the next time.
        kept.forget();
        onClose();
      }}
      title={`Rename “${initial}”`}
      about="Its key stays the same."
      act="Rename Tribe"
    >
      <NameField
        value={name}
        error={form.fieldError}
        hint="Shown wherever the Tribe is named."
        onChange={setName}
      />
    </FormDialog>
  );
}
