import { useState } from "react";
import { useLocation } from "wouter";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { DialogFoot } from "../parts/DialogFoot.tsx";
import { Modal } from "../parts/Modal.tsx";
import { TextField } from "../parts/TextField.tsx";
import { useForm } from "../parts/use-form.ts";
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
  const { client, toasts } = useConsole();
  const { space } = useHere();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const { error, send } = useForm({
    send: async () => {
      await client.call("deleteSpace", { params: { spaceId: space.id } });
      say(toasts, `Deleted “${space.name}”`);
      navigate("/");
    },
  });
  return (
    <>
      <div className="dialog-body">
        <TextField
          label={`Type ${space.key} to go on`}
          code
          error={error}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <DialogFoot keep="Keep the Space" onKeep={onClose}>
        <button type="button" className="btn btn-danger-fill" disabled={typed !== space.key} onClick={send}>
          Delete {space.name} for good
        </button>
      </DialogFoot>
    </>
  );
}
