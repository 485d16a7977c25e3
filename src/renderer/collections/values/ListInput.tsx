import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { Icon } from "../../parts/Icon.tsx";
import { Toggle } from "../../parts/Toggle.tsx";
import { asKind, type ItemKind, itemsOf, kindOf, type ListItem, moved } from "./list-items.ts";
import { readNumber } from "./NumberInput.tsx";
import { useTyped } from "./use-typed.ts";
import type { ValueInputProps } from "./value-input.ts";

/** A list of texts, numbers and switches: added to, taken from, and put in order, also with Alt and the arrows. */
export function ListInput({ property, value, onChange, label }: ValueInputProps) {
  const items = itemsOf(value ?? property.default);
  const list = useRef<HTMLOListElement>(null);
  const focusAt = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLElement>("input, [role=switch]")?.focus(),
    );
  const move = (from: number, to: number) => {
    onChange(moved(items, from, to));
    focusAt(Math.max(0, Math.min(to, items.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, index + by);
  };
  return (
    <div className="list-input">
      <ol ref={list} aria-label={label}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
          <li key={index} onKeyDown={(event) => onKeyDown(event, index)}>
            <ItemInput
              item={item}
              label={`${label} ${index + 1}`}
              onChange={(to) => onChange(items.map((one, at) => (at === index ? to : one)))}
            />
            <KindSelect
              kind={kindOf(item)}
              label={`Kind of ${label} ${index + 1}`}
              onChange={(kind) => onChange(items.map((one, at) => (at === index ? asKind(one, kind) : one)))}
            />
            <ItemButton
              icon={ArrowUp}
              label={`Move ${label} ${index + 1} up`}
              disabled={index === 0}
              run={() => move(index, index - 1)}
            />
            <ItemButton
              icon={ArrowDown}
              label={`Move ${label} ${index + 1} down`}
              disabled={index === items.length - 1}
              run={() => move(index, index + 1)}
            />
            <ItemButton
              icon={X}
              label={`Remove ${label} ${index + 1}`}
              run={() => {
                onChange(items.filter((_, at) => at !== index));
                focusAt(Math.max(0, index - 1));
              }}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        onClick={() => {
          onChange([...items, ""]);
          focusAt(items.length);
        }}
      >
        <Icon of={Plus} size={14} />
        Add to {label}
      </button>
    </div>
  );
}

interface ItemInputProps {
  readonly item: ListItem;
  readonly label: string;
  readonly onChange: (item: ListItem) => void;
}

function ItemInput({ item, label, onChange }: ItemInputProps) {
  if (typeof item === "boolean")
    return (
      <span className="grow list-switch">
        <Toggle on={item} onChange={onChange} label={label} /> {item ? "On" : "Off"}
      </span>
    );
  if (typeof item === "number") return <NumberItem item={item} label={label} onChange={onChange} />;
  return (
    <input
      className="input"
      aria-label={label}
      value={item}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function NumberItem({ item, label, onChange }: ItemInputProps & { readonly item: number }) {
  const typed = useTyped<number>({
    value: item,
    show: String,
    read: (text) => (text.trim() === "" ? { problem: "is not a number" } : readNumber(text)),
    onChange: (number) => number !== undefined && onChange(number),
  });
  return (
    <input
      className="input num"
      aria-label={label}
      aria-invalid={typed.problem === null ? undefined : true}
      inputMode="decimal"
      value={typed.text}
      onChange={({ target }) => typed.onText(target.value)}
    />
  );
}

interface KindSelectProps {
  readonly kind: ItemKind;
  readonly label: string;
  readonly onChange: (kind: ItemKind) => void;
}

const KindSelect = ({ kind, label, onChange }: KindSelectProps) => (
  <select
    className="select kind-select"
    aria-label={label}
    value={kind}
    onChange={({ target }) => onChange(target.value as ItemKind)}
  >
    <option value="text">text</option>
    <option value="number">number</option>
    <option value="switch">on or off</option>
  </select>
);

interface ItemButtonProps {
  readonly icon: typeof ArrowUp;
  readonly label: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

const ItemButton = ({ icon, label, disabled = false, run }: ItemButtonProps) => (
  <button type="button" className="btn btn-icon btn-sm" aria-label={label} disabled={disabled} onClick={run}>
    <Icon of={icon} size={14} />
  </button>
);
