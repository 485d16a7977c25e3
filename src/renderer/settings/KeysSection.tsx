import { RotateCw } from "lucide-react";
import { useState } from "react";
import { pagePath } from "../../core/console-pages.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { useEnvironmentsProblem } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { Choices } from "../parts/Radio.tsx";
import { useForm } from "../parts/use-form.ts";
import { KeyGrace } from "../parts/When.tsx";
import { say } from "../stores/toasts-store.ts";
import { maskedKey, realMoment } from "../text/format.ts";
import { Section } from "./Section.tsx";

/** One API key per environment: copy it, or make a new one. */
export function KeysSection() {
  const { environments, isOwner } = useHere();
  const problem = useEnvironmentsProblem();
  const [rotating, setRotating] = useState<EnvironmentKey | null>(null);
  useCommands(
    environmentKeys.map((key) => ({
      id: `settings/rotate/${key}`,
      title: `Rotate the API key of ${environmentNames[key]}…`,
      group: "Settings",
      run: () => setRotating(key),
    })),
    "owner",
  );
  return (
    <Section id="keys" about="an SDK's key selects its environment; keys are public, they ship in apps">
      {problem !== null && <ProblemLine>The keys could not be read. {problem.reason}</ProblemLine>}
      <ul>
        {environments.map((one) => (
          <li key={one.key} className="set-row">
            <span className="set-name">
              <EnvironmentName of={one.key} />
            </span>
            <span className="mono">{maskedKey(one.apiKey)}</span>
            <CopyButton text={one.apiKey} label={`Copy the ${environmentNames[one.key]} key`} />
            <KeyGrace until={one.previousKeyUntil} />
            <span className="spacer" />
            {isOwner && (
              <Button
                small
                icon={RotateCw}
                aria-label={`Rotate the ${environmentNames[one.key]} key…`}
                onClick={() => setRotating(one.key)}
              >
                Rotate…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rotating !== null && <RotateDialog environment={rotating} onClose={() => setRotating(null)} />}
    </Section>
  );
}

/** How long the old key goes on working, in seconds. */
const graces: readonly (readonly [seconds: number, words: string])[] = [
  [0, "Not at all"],
  [3600, "1 hour"],
  [86_400, "24 hours"],
];

interface RotateDialogProps {
  readonly environment: EnvironmentKey;
  readonly onClose: () => void;
}

/** Asks how long the old key should go on working; without any grace it says what breaks. */
function RotateDialog({ environment, onClose }: RotateDialogProps) {
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
          : `Rotated the ${name} key. The old one works until ${realMoment(until)}`,
        {
          words: "Show a snippet with the new one",
          href: pagePath({ spaceKey: space.key, environment }, "overview"),
        },
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
      about="Creates a new key. Give it to your apps before the old one stops working."
      act={grace === 0 ? `Rotate the ${name} key now` : `Rotate the ${name} key`}
      look={grace === 0 ? "danger-fill" : "primary"}
    >
      <p className="label" id="grace-label">
        The old key goes on working
      </p>
      <Choices aria-labelledby="grace-label" value={grace} options={graces} onChange={setGrace} />
      <p className={grace === 0 ? "consequence is-danger" : "consequence"}>
        {grace === 0
          ? `Every app that still has the old ${name} key is refused from this moment: it gets its fallbacks, and its events are not kept. This cannot be undone.`
          : "Until then both keys work, so apps can be changed one by one."}
      </p>
      <ProblemLine>{form.fieldError}</ProblemLine>
    </FormDialog>
  );
}
