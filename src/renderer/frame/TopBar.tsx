import { Search } from "lucide-react";
import { environmentNames } from "../../core/primitives.ts";
import { useHere } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { maskedKey } from "../text/format.ts";
import { AppearanceMenu } from "./AppearanceMenu.tsx";
import { EnvironmentSwitch } from "./EnvironmentSwitch.tsx";

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
