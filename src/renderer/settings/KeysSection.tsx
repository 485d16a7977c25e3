import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyGrace } from "../parts/KeyGrace.tsx";
import { maskedKey } from "../text/format.ts";
import { RotateDialog } from "./RotateDialog.tsx";
import { Section } from "./Section.tsx";

/** One API key per environment: copy it, or make a new one. */
export function KeysSection() {
  const { environments, isOwner } = useHere();
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
      <ul className="set-list">
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
              <button
                type="button"
                className="btn btn-sm"
                aria-label={`Rotate the ${environmentNames[one.key]} key…`}
                onClick={() => setRotating(one.key)}
              >
                <Icon of={RotateCw} size={14} />
                Rotate…
              </button>
            )}
          </li>
        ))}
      </ul>
      {rotating !== null && <RotateDialog environment={rotating} onClose={() => setRotating(null)} />}
    </Section>
  );
}
