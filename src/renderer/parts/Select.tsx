import { Check, ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ButtonHTMLAttributes, type FocusEvent, type KeyboardEvent, useRef } from "react";
import { Icon } from "./Icon.tsx";
import { useMenuPlace } from "./MoreMenu.tsx";

/** Letters typed within this many ms make one word. */
const sameWord = 500;

type Attributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "value" | "onChange" | "children">;

export interface SelectProps<V extends string | number> extends Attributes {
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/**
 * One of a few choices, given back as what it is and not as text. Letters jump, also while it is closed. Radix's menu with the
 * roles of a listbox: its own select hides the whole page from a screen reader while it is open, headings and landmarks too.
 */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { value, options, onChange, className = "", ...rest } = props;
  const { root, container } = useMenuPlace();
  const chosen = useRef<HTMLDivElement>(null);
  const place = options.findIndex(([one]) => one === value);
  const typed = useRef({ text: "", at: 0 });
  const jump = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent) => {
    if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return;
    const isMore = timeStamp - typed.current.at < sameWord;
    const text = (isMore ? typed.current.text : "") + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    // The first letter goes on to the next choice; those that follow may leave it where it is.
    const from = Math.max(0, isMore ? place : place + 1);
    const next = [...options.slice(from), ...options.slice(0, from)].find(([, words]) =>
      words.toLowerCase().startsWith(text),
    );
    if (next !== undefined && next[0] !== value) onChange(next[0]);
  };
  const begin = (event: FocusEvent) => {
    if (event.target !== event.currentTarget || chosen.current === null) return;
    // Radix would begin at the first one.
    event.preventDefault();
    chosen.current.focus();
  };
  return (
    <DropdownMenu.Root {...root}>
      <DropdownMenu.Trigger
        {...rest}
        role="combobox"
        aria-haspopup="listbox"
        className={`select ${className}`.trim()}
        onKeyDown={jump}
      >
        <span className="grow truncate">{options[place]?.[1]}</span>
        <Icon of={ChevronDown} size={14} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          className="menu select-list"
          role="listbox"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onFocus={begin}
        >
          {options.map(([one, words]) => (
            <DropdownMenu.Item
              key={one}
              role="option"
              aria-selected={one === value}
              ref={one === value ? chosen : null}
              onSelect={() => onChange(one)}
            >
              <span className="menu-mark">{one === value && <Icon of={Check} size={14} />}</span>
              <span className="grow truncate">{words}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
