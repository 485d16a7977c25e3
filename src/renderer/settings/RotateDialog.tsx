import { RadioGroup } from "radix-ui";
import { useState } from "react";
import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { DialogFoot } from "../parts/DialogFoot.tsx";
import { Modal } from "../parts/Modal.tsx";
import { Radio } from "../parts/Radio.tsx";
import { useForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { moment } from "../text/format.ts";

/** How long the old key goes on working, in seconds. */
const graces = [
  { seconds: 0, name: "Not at all" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 86_400, name: "24 hours" },
] as const;

interface RotateDialogProps {
  /** The environment to rotate, or null while the dialog is closed. */
  readonly environment: EnvironmentKey | null;
  readonly onClose: () => void;
}

/** Asks how long the old key should go on working; without any grace it says what breaks. */
export function RotateDialog({ environment, onClose }: RotateDialogProps) {
  const [last, setLast] = useState(environment);
  if (environment !== null && environment !== last) setLast(environment);
  const shown = environment ?? last ?? "development";
  return (
    <Modal
      open={environment !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate the ${environmentNames[shown]} key`}
      about="Makes a new key. Apps have to be given it before the old one stops working."
    >
      <RotateForm environment={shown} onClose={onClose} />
    </Modal>
  );
}

interface RotateFormProps {
  readonly environment: EnvironmentKey;
  readonly onClose: () => void;
}

function RotateForm({ environment, onClose }: RotateFormProps) {
  const { client, toasts } = useConsole();
  const { space } = useHere();
  const [grace, setGrace] = useState(3600);
  const name = environmentNames[environment];

  const { error, send } = useForm({
    send: async () => {
      const params = { spaceId: space.id, envKey: environment };
      const body = { graceSeconds: grace };
      const { previousKeyUntil: until } = await client.call("rotateApiKey", { params, body });
      say(
        toasts,
        until === null
          ? `Rotated the ${name} key. The old one has stopped working`
          : `Rotated the ${name} key. The old one works until ${moment(until)}`,
      );
      onClose();
    },
  });

  return (
    <>
      <div className="dialog-body">
        <p className="label" id="grace-label">
          The old key goes on working
        </p>
        <RadioGroup.Root
          className="choices"
          aria-labelledby="grace-label"
          value={String(grace)}
          onValueChange={(value) => setGrace(Number(value))}
        >
          {graces.map(({ seconds, name: words }) => (
            <Radio key={seconds} value={String(seconds)}>
              <span className="choice-mark" />
              {words}
            </Radio>
          ))}
        </RadioGroup.Root>
        <p className={grace === 0 ? "consequence is-danger" : "consequence"}>
          {grace === 0
            ? `Every app that still has the old ${name} key is refused from this moment: it gets its fallbacks, and its events are not kept. This cannot be undone.`
            : "Until then both keys work, so apps can be changed one by one."}
        </p>
        {error !== null && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <DialogFoot keep="Keep the old key" onKeep={onClose}>
        <button
          type="button"
          className={`btn ${grace === 0 ? "btn-danger-fill" : "btn-primary"}`}
          onClick={send}
        >
          {grace === 0 ? `Rotate the ${name} key now` : `Rotate the ${name} key`}
        </button>
      </DialogFoot>
    </>
  );
}
