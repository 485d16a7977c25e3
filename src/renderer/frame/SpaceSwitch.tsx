import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { consoleCommand } from "../../core/console-commands.ts";
import { placeOf } from "../app/Home.tsx";
import { useSpaces } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Brand } from "../parts/Frameless.tsx";
import { Icon } from "../parts/Icon.tsx";
import { NewSpaceDialog } from "./NewSpaceDialog.tsx";

/** The Space on screen; opens the list of all, and a new one. */
export function SpaceSwitch() {
  const { space } = useHere();
  const { data: spaces = [] } = useSpaces();
  const [, navigate] = useLocation();
  const [making, setMaking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { title, group } = consoleCommand("space/new");
  useCommands([
    { id: "space/new", title, group, run: () => setMaking(true) },
    ...spaces
      .filter(({ id }) => id !== space.id)
      .map(({ key, name }) => ({
        id: `space/${key}`,
        title: `Switch to the Space ${name}`,
        group,
        searched: true,
        run: () => navigate(placeOf(key)),
      })),
  ]);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          ref={trigger}
          className="space-switch"
          aria-label={`Space ${space.name}, switch`}
        >
          <Brand />
          <span className="truncate" title={space.name}>
            <b>{space.name}</b>
          </span>
          <Icon of={ChevronsUpDown} size={14} className="muted" />
        </DropdownMenu.Trigger>

        <DropdownMenu.Content className="menu" align="start" sideOffset={4} loop>
          <DropdownMenu.RadioGroup
            value={space.key}
            onValueChange={(spaceKey) => navigate(placeOf(spaceKey))}
          >
            {spaces.map((one) => (
              <DropdownMenu.RadioItem key={one.id} value={one.key}>
                <span className="truncate grow" title={one.name}>
                  {one.name}
                </span>
                <DropdownMenu.ItemIndicator>
                  <Icon of={Check} size={14} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => setMaking(true)}>
            <Icon of={Plus} size={14} className="muted" />
            New Space…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {making && <NewSpaceDialog onClose={() => setMaking(false)} returnTo={trigger} />}
    </>
  );
}
