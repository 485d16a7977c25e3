import { Check, Contrast } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useStore } from "zustand";
import { type Theme, themes } from "../../core/ipc-names.ts";
import { useConsole } from "../page/console-context.ts";
import { type Density, densities, setDensity, setTheme } from "../stores/appearance-store.ts";
import { Icon } from "./Icon.tsx";

const themeNames: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" };
const densityNames: Readonly<Record<Density, string>> = {
  compact: "Compact",
  regular: "Regular",
  roomy: "Roomy",
};

/** Light, dark or as the system has it; and how close the rows stand. */
export function AppearanceMenu() {
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
