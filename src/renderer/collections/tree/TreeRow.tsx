import {
  ChevronDown,
  ChevronRight,
  Folder,
  List,
  type LucideIcon,
  Pencil,
  Plus,
  RectangleHorizontal,
} from "lucide-react";
import { ContextMenu } from "radix-ui";
import type { CSSProperties } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import { useHere } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MenuItems, MoreMenu } from "../../parts/MoreMenu.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { type Making, useCollectionsState } from "../collections-state.ts";
import { RenameField } from "./RenameField.tsx";
import type { TreeItem } from "./tree-items.ts";
import { useItemMenu } from "./use-item-menu.ts";

interface TreeRowProps {
  readonly item: TreeItem;
  /** In px from the top of the tree. */
  readonly top: number;
  readonly selected: boolean;
  /** It is the one that Tab leads to. */
  readonly entry: boolean;
  readonly renaming: boolean;
  readonly onFocus: () => void;
  readonly onGo: () => void;
  readonly onOpen: (open: boolean) => void;
  readonly onRename: () => void;
  readonly onRenamed: () => void;
}

const icons: Readonly<Record<TreeItem["target"]["kind"], LucideIcon>> = {
  collection: Folder,
  section: List,
  experience: RectangleHorizontal,
};

/** One item of the tree, with its menu behind three dots and at the right mouse button. */
export function TreeRow(props: TreeRowProps) {
  const { item, selected, entry, renaming } = props;
  const { canEdit } = useHere();
  const menu = useRowMenu(item, props.onRename);
  const row = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its items.
    <div
      role="treeitem"
      className="tree-row"
      data-id={item.id}
      aria-level={item.level}
      aria-posinset={item.place}
      aria-setsize={item.of}
      aria-expanded={item.open ?? undefined}
      aria-selected={selected}
      aria-label={spoken(item)}
      tabIndex={entry ? 0 : -1}
      style={{ "--d": item.level - 1, top: props.top } as CSSProperties}
      onFocus={props.onFocus}
      onClick={props.onGo}
    >
      <Twist item={item} onOpen={props.onOpen} />
      <Icon of={icons[item.target.kind]} />
      {renaming ? (
        <RenameField target={item.target} className="rename" onDone={props.onRenamed} />
      ) : (
        <span className="truncate grow" dir="auto" title={item.name}>
          {item.name}
        </span>
      )}
      {!renaming && <RowEnd item={item} />}
      {canEdit && !renaming && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the menu's clicks from opening the item.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
        <span className="tree-more" onClick={(event) => event.stopPropagation()}>
          <MoreMenu label={`More for ${item.name}`} items={menu} tabIndex={-1} />
        </span>
      )}
    </div>
  );
  if (!canEdit) return row;
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{row}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={8} loop>
          <MenuItems items={menu} item={ContextMenu.Item} line={ContextMenu.Separator} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function Twist({ item, onOpen }: { readonly item: TreeItem; readonly onOpen: (open: boolean) => void }) {
  if (item.open === null) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the arrow keys open and close.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span
      className="twist"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(item.open === false);
      }}
    >
      <Icon of={item.open ? ChevronDown : ChevronRight} size={12} />
    </span>
  );
}

function RowEnd({ item: { change } }: { readonly item: TreeItem }) {
  const { environment } = useHere();
  if (change === null) return null;
  if (change === "unpublished") return <span className="end off">Unpublished</span>;
  const words = change === "new" ? "Not in" : "Differs from";
  return (
    <span className="end">
      <Rev words={`${words} ${environmentNames[environment]}`} />
    </span>
  );
}

/** Its name, what it is, and how it stands, for those who hear it. */
function spoken({ name, target, change }: TreeItem): string {
  const kind = { collection: "Collection", section: "Section", experience: "Experience" }[target.kind];
  const state = { unpublished: "unpublished", changed: "changed", new: "new" };
  return [name, kind, ...(change === null ? [] : [state[change]])].join(", ");
}

/** What can be done with an item of the tree. */
function useRowMenu({ target }: TreeItem, onRename: () => void): readonly (MenuItem | null)[] {
  const { store } = useCollectionsState();
  const { duplicate, remove } = useItemMenu(target);
  const make = (making: Making) => () => store.setState({ making });
  const collectionId = target.collection.id;
  const makes: (MenuItem | null)[] =
    target.kind === "collection"
      ? [
          {
            label: "New Experience",
            icon: Plus,
            run: make({ kind: "experience", collectionId, sectionId: null }),
          },
          { label: "New Section", icon: Plus, run: make({ kind: "section", collectionId }) },
          null,
        ]
      : target.kind === "section"
        ? [
            {
              label: "New Experience in it",
              icon: Plus,
              run: make({ kind: "experience", collectionId, sectionId: target.section.id }),
            },
            null,
          ]
        : [];
  return [
    ...makes,
    { label: "Rename", icon: Pencil, keys: "F2", run: onRename },
    duplicate,
    { ...remove, keys: "Delete" },
  ];
}
