import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { IconButton } from "../../parts/Button.tsx";
import { KeyCaps } from "../../parts/KeyCaps.tsx";
import { useMenuPlace } from "../../parts/MoreMenu.tsx";
import type { RuleRow } from "../../rules/rule-sentence.ts";
import { useBuilder } from "./builder-context.ts";
import type { Move } from "./rule-actions.ts";

const moves: readonly { to: Move; words: string; keys: string }[] = [
  { to: "up", words: "Move up", keys: "alt+ArrowUp" },
  { to: "down", words: "Move down", keys: "alt+ArrowDown" },
  { to: "in", words: "Move into the group", keys: "alt+ArrowRight" },
  { to: "out", words: "Move out of the group", keys: "alt+ArrowLeft" },
];

/** What can be done to a whole condition or group. */
export function LineMenu({ row }: { readonly row: RuleRow }) {
  const place = useMenuPlace();
  const { actions, store } = useBuilder();
  const { path } = row;
  return (
    <DropdownMenu.Root {...place.root}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={Ellipsis} label={`Actions for ${row.numeral}`} className="line-menu" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place.container}>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            if (store.getState().wanted !== null) event.preventDefault();
          }}
        >
          {moves.map(({ to, words, keys }) => (
            <DropdownMenu.Item
              key={to}
              disabled={actions.moved(path, to) === null}
              onSelect={() => actions.move(path, to)}
            >
              <span className="grow">{words}</span>
              <KeyCaps keys={keys} />
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => actions.duplicate(path)}>Duplicate</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => actions.negate(path)}>Turn into its opposite</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => actions.group(path)}>Put into a group</DropdownMenu.Item>
          {row.list !== null && (
            <DropdownMenu.Item onSelect={() => actions.addGroup(row.list)}>
              Add a group in it
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => actions.remove(path)}>
            <span className="grow">Delete</span>
            <KeyCaps keys="Delete" />
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
