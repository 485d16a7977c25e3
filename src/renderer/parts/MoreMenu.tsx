import { Ellipsis, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import { Icon } from "./Icon.tsx";
import { KeyCaps } from "./KeyCaps.tsx";

/** One thing that can be done with something; `null` in a list of them is a line between. */
export interface MenuItem {
  readonly label: string;
  /** What the palette calls it, where that is not its label and the name of its thing. */
  readonly title?: string;
  readonly run: () => void;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

interface MoreMenuProps {
  /** What the menu is of: "More for Hero". */
  readonly label: string;
  /** Or how they are found out, where that is worth nothing until it opens. */
  readonly items: readonly (MenuItem | null)[] | (() => readonly (MenuItem | null)[]);
  /** Instead of the three dots. */
  readonly trigger?: ReactNode;
  readonly tabIndex?: number;
  /** Where the focus goes elsewhere than back to the button: called with the event to prevent. */
  readonly onCloseAutoFocus?: (event: Event) => void;
}

/** What can be done with a thing, behind three dots. */
export function MoreMenu({ label, items, trigger, tabIndex, onCloseAutoFocus }: MoreMenuProps) {
  const place = useMenuPlace();
  return (
    <DropdownMenu.Root {...place.root}>
      <DropdownMenu.Trigger asChild>
        {trigger ?? (
          <button type="button" className="btn btn-icon btn-sm" aria-label={label} tabIndex={tabIndex}>
            <Icon of={Ellipsis} />
          </button>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place.container}>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
        >
          <MenuItems items={items} item={DropdownMenu.Item} line={DropdownMenu.Separator} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemsProps extends Pick<MoreMenuProps, "items"> {
  /** An item, and a line, of what they stand in: of a menu at a button, or of one at the pointer. */
  readonly item: typeof DropdownMenu.Item;
  readonly line: typeof DropdownMenu.Separator;
}

/** What a menu has: each with its icon, its words, its keys. */
export const MenuItems = ({ items, item: Item, line: Line }: MenuItemsProps) =>
  (typeof items === "function" ? items() : items).map((item, place) =>
    item === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
      <Line key={place} />
    ) : (
      <Item
        key={item.label}
        disabled={item.disabled ?? false}
        className={item.danger ? "is-danger" : ""}
        onSelect={item.run}
      >
        {item.icon !== undefined && <Icon of={item.icon} size={14} className="muted" />}
        <span className="grow">{item.label}</span>
        {item.keys !== undefined && <KeyCaps keys={item.keys} />}
      </Item>
    ),
  );

/** Offers in the palette what a page's own menu has, which is for editors: "Delete" of `name` as "Delete Homepage". */
export function useMenuCommands(group: string, name: string, items: readonly (MenuItem | null)[]): void {
  useCommands(
    items.flatMap((item) => {
      if (item === null || item.disabled === true) return [];
      const { label, title = withName(label, name), run } = item;
      return [{ id: `${group}/${label}`, title, group, run }];
    }),
    "editor",
  );
}

const withName = (label: string, name: string): string =>
  label.endsWith("…") ? `${label.slice(0, -1)} ${name}…` : `${label} ${name}`;

/**
 * Where a menu stands in the document: in the page's main landmark, but over a dialog while one is open. Looked up as it
 * opens, and kept: a menu that is moved while it is open is made anew, and closes.
 */
export function useMenuPlace() {
  const [{ open, container }, set] = useState<MenuPlace>({ open: false, container: null });
  const onOpenChange = (next: boolean) =>
    set((now) => ({ open: next, container: next ? menuPlace() : now.container }));
  return { root: { modal: false, open, onOpenChange }, container };
}

interface MenuPlace {
  readonly open: boolean;
  readonly container: HTMLElement | null;
}

export const menuPlace = (): HTMLElement =>
  (document.querySelector(".overlay") === null ? document.querySelector<HTMLElement>("main") : null) ??
  document.body;
