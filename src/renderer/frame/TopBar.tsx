import { environmentNames } from "../../core/primitives.ts";
import { useHere } from "../app/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { maskedKey } from "../text/format.ts";
import { EnvironmentSwitch } from "./EnvironmentSwitch.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";

/** Where one is: the environment and its key. */
export function TopBar() {
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
      <ThemeMenu />
    </header>
  );
}
