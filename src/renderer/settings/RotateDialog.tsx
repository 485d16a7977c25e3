import { RadioGroup } from "radix-ui";
import { useState } from "react";
import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { FormDialog } from "../parts/FormDialog.tsx";
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
  readonly environment: EnvironmentKey;
  readonly onClose: () => void;
}

/** Asks how long the old key should go on working; without any grace it says what breaks. */
export function RotateDialog({ environment, onClose }: RotateDialogProps) {
  const { client, toasts } = useConsole();
  const { space } = useHere();
  const [grace, setGrace] = useState(3600);
  const name = environmentNames[environment];
  const form = useForm({
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
      return { show: onClose };
    },
    failure: `The ${name} key was not rotated.`,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Rotate the ${name} key`}
      about="Makes a new key. Apps have to be given it before the old one stops working."
      keep="Keep the old key"
      act={grace === 0 ? `Rotate the ${name} key now` : `Rotate the ${name} key`}
      look={grace === 0 ? "danger-fill" : "primary"}
    >
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
      {form.error !== null && (
        <p className="field-error" role="alert">
          {form.error}
        </p>
      )}
    </FormDialog>
  );
}
