import { Ellipsis } from "lucide-react";
import { IconButton } from "../../parts/Button.tsx";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import type { RuleRow } from "../../rules/rule-sentence.ts";
import { useBuilder } from "./builder-context.ts";
import type { Move } from "./rule-actions.ts";

const moves: readonly { to: Move; label: string; keys: string }[] = [
  { to: "up", label: "Move up", keys: "alt+ArrowUp" },
  { to: "down", label: "Move down", keys: "alt+ArrowDown" },
  { to: "in", label: "Move into the group", keys: "alt+ArrowRight" },
  { to: "out", label: "Move out of the group", keys: "alt+ArrowLeft" },
];

/** What can be done to a whole condition or group. */
export function LineMenu({ row: { path, list, numeral } }: { readonly row: RuleRow }) {
  const { actions, store } = useBuilder();
  const items = (): readonly (MenuItem | null)[] => [
    ...moves.map(({ to, ...move }) => ({
      ...move,
      disabled: actions.moved(path, to) === null,
      run: () => actions.move(path, to),
    })),
    null,
    { label: "Duplicate", run: () => actions.duplicate(path) },
    { label: "Turn into its opposite", run: () => actions.negate(path) },
    { label: "Put into a group", run: () => actions.group(path) },
    ...(list === null ? [] : [{ label: "Add a group in it", run: () => actions.addGroup(list) }]),
    null,
    { label: "Delete", keys: "Delete", run: () => actions.remove(path) },
  ];
  const label = `Actions for ${numeral}`;
  return (
    <MoreMenu
      label={label}
      items={items}
      trigger={<IconButton icon={Ellipsis} label={label} className="line-menu" />}
      onCloseAutoFocus={(event) => {
        if (store.getState().wanted !== null) event.preventDefault();
      }}
    />
  );
}
