import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useContext, useRef } from "react";
import { flushSync } from "react-dom";
import { useConsole } from "../page/console-context.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { LineInput } from "../parts/LineInput.tsx";
import { Select } from "../parts/Select.tsx";
import { useOrderKeys } from "../parts/Sortable.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { notANumber, numberOr0 } from "../text/typed-number.ts";
import { TypedNumber } from "./TypedNumber.tsx";
import { itemPart, moveItemTexts, TypedPlaceContext, typedTextsOf } from "./typed-texts.ts";
import type { ValueInputProps } from "./ValueInput.tsx";

/** A list of texts, numbers and switches: added to, taken from, and put in order, also with Alt and the arrows. */
export function ListInput({ property, value, onChange, label }: ValueInputProps) {
  const items = itemsOf(value ?? property.default);
  const places = items.map((_, index) => index);
  const list = useRef<HTMLOListElement>(null);
  const typedTexts = typedTextsOf(useConsole());
  const around = useContext(TypedPlaceContext);
  /** `was`: at which place each item was before. */
  const put = (was: readonly number[], to: readonly ListItem[], focused: number) =>
    thenFocus(
      () => {
        if (around !== null) moveItemTexts(typedTexts, around, was, items.length);
        onChange(to);
      },
      () => list.current?.children[focused]?.querySelector<HTMLElement>(".input, [role=switch]"),
    );
  const move = (from: number, to: number) =>
    put(moved(places, from, to), moved(items, from, to), Math.max(0, Math.min(to, items.length - 1)));
  /** Puts items in after one, or, where that is empty, in its stead; the last of them is next. */
  const putIn = (index: number, texts: readonly string[]) => {
    const at = items[index] === "" && texts[0] !== "" ? index : index + 1;
    const gone = index + 1 - at;
    put(
      places.toSpliced(at, gone, ...texts.map(() => items.length)),
      items.toSpliced(at, gone, ...texts),
      at + texts.length - 1,
    );
  };
  const press = useOrderKeys("In a list of values", "the value", true);
  return (
    <div className="list-input">
      <ol ref={list} aria-label={label}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
          <li key={index} onKeyDown={(event) => press(event, (by) => move(index, index + by))}>
            <ItemInput
              item={item}
              place={index}
              label={`${label} ${index + 1}`}
              onMore={(texts) => putIn(index, texts)}
              onChange={(to) => onChange(items.map((one, at) => (at === index ? to : one)))}
            />
            <Select
              className="kind-select"
              aria-label={`Kind of ${label} ${index + 1}`}
              value={kindOf(item)}
              options={kinds}
              onChange={(kind) => onChange(items.map((one, at) => (at === index ? asKind(one, kind) : one)))}
            />
            <IconButton
              icon={ArrowUp}
              label={`Move ${label} ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${label} ${index + 1} down`}
              disabled={index === items.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              icon={X}
              label={`Remove ${label} ${index + 1}`}
              onClick={() =>
                put(places.toSpliced(index, 1), items.toSpliced(index, 1), Math.max(0, index - 1))
              }
            />
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        small
        icon={Plus}
        aria-label={`Add an item to ${label}`}
        onClick={() => put(places, [...items, ""], items.length)}
      >
        Add an item
      </Button>
    </div>
  );
}

interface ItemInputProps {
  readonly item: ListItem;
  readonly place: number;
  readonly label: string;
  readonly onChange: (item: ListItem) => void;
  /** Texts for items after it: an empty one at Enter, else lines that were pasted. */
  readonly onMore: (texts: readonly string[]) => void;
}

function ItemInput({ item, place, label, onChange, onMore }: ItemInputProps) {
  if (typeof item === "boolean")
    return (
      <span className="grow list-switch">
        <Toggle on={item} onChange={onChange} label={label} /> {item ? "On" : "Off"}
      </span>
    );
  if (typeof item === "number")
    return (
      <TypedNumber
        aria-label={label}
        value={item}
        part={itemPart(place)}
        missing={notANumber}
        onNumber={(number) => number !== undefined && onChange(number)}
        {...moreKeys(onMore)}
      />
    );
  return <LineInput aria-label={label} value={item} onText={onChange} {...moreKeys(onMore)} />;
}

/** Enter begins the next item, and pasted lines are one each. In a text that has lines of its own both are for the text. */
const moreKeys = (onMore: ItemInputProps["onMore"]) => ({
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || event.currentTarget instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    onMore([""]);
  },
  onPaste: (event: ClipboardEvent<HTMLElement>) => {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    const texts = lines.map((line) => line.trim()).filter((line) => line !== "");
    if (texts.length < 2 || event.currentTarget instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    onMore(texts);
  },
});

const kinds: readonly (readonly [ItemKind, string])[] = [
  ["text", "text"],
  ["number", "number"],
  ["switch", "on or off"],
];

type ListItem = string | number | boolean;
type ItemKind = "text" | "number" | "switch";

const kindOf = (item: ListItem): ItemKind => {
  if (typeof item === "number") return "number";
  return typeof item === "boolean" ? "switch" : "text";
};

/** An item as another kind: what it can keep of its value it keeps. */
export function asKind(item: ListItem, kind: ItemKind): ListItem {
  if (kind === "text") return String(item);
  if (kind === "switch") return item === true || item === "true";
  return numberOr0(String(item));
}

/** An item at another place; unchanged where there is no such place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

export const itemsOf = (value: unknown): readonly ListItem[] =>
  Array.isArray(value) ? value.filter((one): one is ListItem => one !== null && typeof one !== "object") : [];

/** Makes a change and gives the focus to what it puts on the page: the next key, however soon, is for that. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
