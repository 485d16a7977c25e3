import { Check, Contrast } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { Icon } from "../parts/Icon.tsx";
import { setTheme, type Theme, themes } from "../stores/theme-store.ts";

const names: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" };

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const { theme: store } = useConsole();
  const { theme } = useStore(store);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn btn-icon" aria-label={`Theme: ${names[theme].toLowerCase()}`}>
        <Icon of={Contrast} />
      </DropdownMenu.Trigger>

      <DropdownMenu.Content className="menu" align="end" sideOffset={4} loop>
        <DropdownMenu.RadioGroup value={theme}>
          {themes.map((one) => (
            <DropdownMenu.RadioItem key={one} value={one} onSelect={() => setTheme(store, one)}>
              <span className="grow">{names[one]}</span>
              <DropdownMenu.ItemIndicator>
                <Icon of={Check} size={14} />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
