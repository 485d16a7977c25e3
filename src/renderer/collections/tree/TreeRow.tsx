import {
  ChevronDown,
  ChevronRight,
  Copy,
  Folder,
  List,
  type LucideIcon,
  Pencil,
  Plus,
  RectangleHorizontal,
  Trash2,
} from "lucide-react";
import { ContextMenu } from "radix-ui";
import type { CSSProperties } from "react";
import { useLocation } from "wouter";
import { environmentNames } from "../../../core/primitives.ts";
import { belowOf, itemOf } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MenuWords, MoreMenu } from "../../parts/MoreMenu.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { useAct } from "../../parts/use-form.ts";
import { type Making, useCollectionsState } from "../collections-state.ts";
import { type PartActions, useActions } from "../part-actions.ts";
import { RenameField } from "./RenameField.tsx";
import type { TreeItem, TreeTarget } from "./tree-items.ts";

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
        <span className="truncate grow" title={item.name}>
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
  return canEdit ? <WithContextMenu items={menu}>{row}</WithContextMenu> : row;
}

function WithContextMenu({
  items,
  children,
}: {
  readonly items: readonly (MenuItem | null)[];
  readonly children: React.ReactNode;
}) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={8} loop>
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
              <ContextMenu.Separator key={index} />
            ) : (
              <ContextMenu.Item
                key={item.label}
                className={item.danger ? "is-danger" : ""}
                onSelect={item.run}
              >
                <MenuWords item={item} />
              </ContextMenu.Item>
            ),
          )}
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
  const actions = useActions();
  const act = useAct();
  const [, navigate] = useLocation();
  const to = usePath();
  const make = (making: Making) => () => store.setState({ making });
  const copy = {
    send: async () => {
      const { made, below } = await copyOf(target, actions);
      const href = to("collections", ...below);
      return { show: () => navigate(href), said: `Made “${made.name}”`, way: { words: "Show it", href } };
    },
    failure: `“${nameOf(target)}” was not duplicated.`,
  };
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
    { label: "Duplicate", icon: Copy, run: () => act(copy) },
    {
      label: "Delete",
      icon: Trash2,
      keys: "Delete",
      danger: true,
      run: () =>
        target.kind === "collection"
          ? actions.deleteCollection(target.collection)
          : actions.deletePart(target),
    },
  ];
}

const nameOf = (target: TreeTarget): string =>
  target.kind === "collection" ? target.collection.name : itemOf(target).name;

/** A copy beside what it is of, and the steps of its address. */
async function copyOf(target: TreeTarget, actions: PartActions) {
  if (target.kind === "collection") {
    const made = await actions.copyCollection(target.collection);
    return { made, below: belowOf({ kind: "collection", collection: made }) };
  }
  const made = await actions.copyPart(target);
  return { made, below: [...belowOf(target).slice(0, -1), made.key] };
}
