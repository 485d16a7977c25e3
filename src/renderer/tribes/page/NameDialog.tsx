import { type FormEvent, useState } from "react";
import { name as nameSchema } from "../../../core/primitives.ts";
import { inWords } from "../../api/api-problem.ts";
import { Modal } from "../../parts/Modal.tsx";
import { NameField } from "../../parts/NameField.tsx";

interface NameDialogProps {
  readonly initial: string;
  readonly onClose: () => void;
  /** Renames it; throws with the reason where that is refused. */
  readonly onRename: (name: string) => Promise<void>;
}

/** Gives a Tribe another name. Its key stays: it is in code and addresses. */
export function NameDialog({ initial, onClose, onRename }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = nameSchema.safeParse(name);
    if (!read.success) return setError(read.error.issues[0]?.message ?? "must be a name");
    try {
      await onRename(read.data);
      onClose();
    } catch (refused) {
      setError(inWords(refused));
    }
  };
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rename “${initial}”`}
      about="Its key stays the same."
    >
      <form onSubmit={(event) => void submit(event)}>
        <div className="dialog-body">
          <NameField
            value={name}
            error={error}
            hint="Shown wherever the Tribe is named."
            onChange={setName}
          />
        </div>
        <div className="dialog-foot">
          <span className="spacer" />
          <button type="button" className="btn" onClick={onClose}>
            Keep the name
          </button>
          <button type="submit" className="btn btn-primary">
            Rename Tribe
          </button>
        </div>
      </form>
    </Modal>
  );
}
