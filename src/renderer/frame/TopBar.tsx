import { Search } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useEnvironmentSwitch, useHere } from "../page/use-here.ts";
import { AppearanceMenu } from "../parts/AppearanceMenu.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { Radio } from "../parts/Radio.tsx";
import { isEnvironment } from "../stores/last-place.ts";
import { maskedKey } from "../text/format.ts";

/** Where one is: the environment and its key; and the way to everything else. */
export function TopBar({ onPalette }: { readonly onPalette: () => void }) {
  const { apiKey, environment } = useHere();
  return (
    <header className="bar">
      <EnvironmentSwitch />
      {apiKey !== null && (
        <div className="key">
          <span className="mono">{maskedKey(apiKey)}</span>
          <CopyButton text={apiKey} label={`Copy the API key of ${environmentNames[environment]}`} />
        </div>
      )}
      <span className="spacer" />
      <button type="button" className="palette" onClick={onPalette} aria-haspopup="dialog">
        <Icon of={Search} size={14} />
        <span>Search or run a command</span>
        <KeyCaps keys="mod+k" />
      </button>
      <AppearanceMenu />
    </header>
  );
}

/** The environment that everything on screen is about: a square and its word, in its colour. The page stays. */
function EnvironmentSwitch() {
  const { environment } = useHere();
  const go = useEnvironmentSwitch();
  return (
    <RadioGroup.Root
      className="env-switch"
      aria-label="Environment"
      orientation="horizontal"
      value={environment}
      onValueChange={(chosen) => isEnvironment(chosen) && go(chosen)}
    >
      {environmentKeys.map((key) => (
        <Radio key={key} value={key} data-env={key}>
          <span className="env-mark" />
          <span>{environmentNames[key]}</span>
        </Radio>
      ))}
    </RadioGroup.Root>
  );
}
