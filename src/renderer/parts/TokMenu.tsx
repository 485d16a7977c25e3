import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Icon } from "./Icon.tsx";
import { Tok, type TokProps } from "./Tok.tsx";
import { useMenuPlace } from "./use-menu-place.ts";

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
