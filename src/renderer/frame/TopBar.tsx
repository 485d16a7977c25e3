import { Check, Contrast, Search } from "lucide-react";
import { DropdownMenu, RadioGroup } from "radix-ui";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { pagePath } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { Radio } from "../parts/Radio.tsx";
import {
  type Density,
  densities,
  setDensity,
  setTheme,
  type Theme,
  themes,
} from "../stores/appearance-store.ts";
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
  const { space, environment, page, below } = useHere();
  const [, navigate] = useLocation();
  const search = useSearch();
  const go = (chosen: string) => {
    if (!isEnvironment(chosen)) return;
    const path = pagePath({ spaceKey: space.key, environment: chosen }, page, ...below);
    navigate(search === "" ? path : `${path}?${search}`);
  };
  return (
    <RadioGroup.Root
      className="env-switch"
      aria-label="Environment"
      orientation="horizontal"
      value={environment}
      onValueChange={go}
    >
      {environmentKeys.map((key) => (
        <Radio key={key} value={key} data-env={key}>
          <span className="env-mark" />
          {environmentNames[key]}
        </Radio>
      ))}
    </RadioGroup.Root>
  );
}

const themeNames: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" };
const densityNames: Readonly<Record<Density, string>> = {
  compact: "Compact",
  regular: "Regular",
  roomy: "Roomy",
};

/** Light, dark or as the system has it; and how close the rows stand. */
function AppearanceMenu() {
  const { appearance } = useConsole();
  const { theme, density } = useStore(appearance);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className="btn btn-icon"
        aria-label={`Appearance: ${themeNames[theme].toLowerCase()}, ${densityNames[density].toLowerCase()}`}
      >
        <Icon of={Contrast} />
      </DropdownMenu.Trigger>

      <DropdownMenu.Content className="menu" align="end" sideOffset={4} loop>
        <Choice
          title="Theme"
          value={theme}
          options={themes}
          names={themeNames}
          onChange={(one) => setTheme(appearance, one)}
        />
        <DropdownMenu.Separator />
        <Choice
          title="Density"
          value={density}
          options={densities}
          names={densityNames}
          onChange={(one) => setDensity(appearance, one)}
        />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface ChoiceProps<V extends string> {
  readonly title: string;
  readonly value: V;
  readonly options: readonly V[];
  readonly names: Readonly<Record<V, string>>;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string>({ title, value, options, names, onChange }: ChoiceProps<V>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={title}>
      <DropdownMenu.Label className="menu-label">{title}</DropdownMenu.Label>
      {options.map((one) => (
        <DropdownMenu.RadioItem key={one} value={one} onSelect={() => onChange(one)}>
          <span className="grow">{names[one]}</span>
          <DropdownMenu.ItemIndicator>
            <Icon of={Check} size={14} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
