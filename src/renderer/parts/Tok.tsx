import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps } from "react";
import { Icon } from "./Icon.tsx";
import { useMenuPlace } from "./MoreMenu.tsx";

interface TokProps extends Omit<ComponentProps<"button">, "type"> {
  /** `mono` for a key or a value, `noun` for a Tribe or another object, `add` for a blank that adds one. */
  readonly look?: "word" | "mono" | "noun" | "add";
  readonly icon?: LucideIcon;
}

/** A word of a sentence that can be changed: underlined like a blank in a form. Opens a popover or a menu at itself. */
export function Tok({ look = "word", icon, className = "", children, ...rest }: TokProps) {
  const said = rest["aria-label"] ?? children;
  const title = typeof said === "string" && said.length > mayBeCut ? said : undefined;
  return (
    <button
      type="button"
      dir="auto"
      className={`tok ${look === "word" ? "" : looks[look]} ${className}`}
      title={title}
      {...rest}
    >
      {icon !== undefined && <Icon of={icon} size={14} />}
      {children}
    </button>
  );
}

/** As many characters fit into a word of a sentence, whatever they are. */
const mayBeCut = 32;
const looks = { mono: "mono", noun: "tok-noun", add: "tok-add" } as const;

export interface TokOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Said behind it, e.g. what it compares. */
  readonly hint?: string;
}

interface TokMenuProps<V extends string> {
  readonly value: V;
  readonly options: readonly TokOption<V>[];
  readonly onChange: (value: V) => void;
  /** What the word stands for: "Operator". */
  readonly label: string;
  readonly disabled?: boolean;
  /** How the word stands in its sentence, where that is not as the menu has it: with a capital letter. */
  readonly words?: string;
  /** More for the button: attributes that find it, a state that it shows. */
  readonly tok?: Omit<TokProps, "children" | "ref"> & { readonly [data: `data-${string}`]: string };
}

/** A word of a sentence that is one of a few: opens a menu at itself. */
export function TokMenu<V extends string>(props: TokMenuProps<V>) {
  const { value, options, onChange, label, disabled, tok } = props;
  const place = useMenuPlace();
  const current = options.find((one) => one.value === value);
  const words = props.words ?? current?.label ?? value;
  if (disabled) return <b className="tok-fixed">{words}</b>;
  return (
    <DropdownMenu.Root {...place.root}>
      <DropdownMenu.Trigger asChild>
        <Tok aria-label={`${label}: ${words}`} {...tok}>
          {words}
        </Tok>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place.container}>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8} loop>
          <DropdownMenu.RadioGroup value={value}>
            {options.map((one) => (
              <DropdownMenu.RadioItem key={one.value} value={one.value} onSelect={() => onChange(one.value)}>
                <span className="grow">{one.label}</span>
                {one.hint !== undefined && <span className="direction small">{one.hint}</span>}
                <DropdownMenu.ItemIndicator>
                  <Icon of={Check} size={14} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
