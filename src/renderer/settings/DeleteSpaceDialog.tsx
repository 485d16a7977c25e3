import { useState } from "react";
import { useLocation } from "wouter";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { Field } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { deleteSpace } from "../stores/spaces-store.ts";
import { say } from "../stores/toasts-store.ts";

interface DeleteSpaceDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks before what cannot be undone: the Space goes with its users and events. */
export function DeleteSpaceDialog({ open, onOpenChange }: DeleteSpaceDialogProps) {
  const { space } = useHere();
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${space.name}`}
      about="Its Collections, Tribes and personas, the users and events of all three environments, and their API keys. This cannot be undone."
    >
      <DeleteForm onClose={() => onOpenChange(false)} />
    </Modal>
  );
}

function DeleteForm({ onClose }: { readonly onClose: () => void }) {
  const { spaces, client, toasts } = useConsole();
  const { space } = useHere();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    try {
      await deleteSpace(spaces, client, space);
      say(toasts, `Deleted “${space.name}”`);
      navigate("/");
    } catch (reason) {
      setError(inWords(reason));
    }
  };
  return (
    <>
      <div className="dialog-body">
        <Field label={`Type ${space.key} to go on`} error={error}>
          {(tie) => (
            <input
              {...tie}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep the Space
        </button>
        <button
          type="button"
          className="btn btn-danger-fill"
          disabled={typed !== space.key}
          onClick={() => void remove()}
        >
          Delete {space.name} for good
        </button>
      </div>
    </>
  );
}
