import { RadioGroup } from "radix-ui";
import type { ComponentProps, FocusEvent, ReactNode } from "react";

/**
 * One of a RadioGroup. Radix moves the focus a task after an arrow was pressed, and checks what it comes to only while
 * the arrow is still down: on a busy page it is up by then, and nothing would be checked.
 */
export const Radio = (props: ComponentProps<typeof RadioGroup.Item>) => (
  <RadioGroup.Item {...props} onFocus={checkWhereArrowsLead} />
);

/** By keyboard the focus goes from one radio to another by arrows alone: Tab leaves the group. */
function checkWhereArrowsLead(event: FocusEvent<HTMLElement>): void {
  const { currentTarget: radio, relatedTarget: before } = event;
  const group = radio.closest("[role=radiogroup]");
  const isSibling = before?.getAttribute("role") === "radio" && group?.contains(before) === true;
  if (!isSibling || !radio.matches(":focus-visible")) return;
  // Radix leaves it to this handler then.
  event.preventDefault();
  radio.click();
}

interface ChoiceProps<V extends string | number>
  extends Pick<
    ComponentProps<typeof RadioGroup.Root>,
    "aria-label" | "aria-labelledby" | "aria-describedby"
  > {
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/** A choice between a few words side by side. */
export const Seg = <V extends string | number>(props: ChoiceProps<V>) => (
  <Choice {...props} className="seg" orientation="horizontal" />
);

/** A choice between a few lines, each with its mark. */
export const Choices = <V extends string | number>(props: ChoiceProps<V>) => (
  <Choice {...props} className="choices" mark={<span className="choice-mark" />} />
);

interface LookProps extends Pick<ComponentProps<typeof RadioGroup.Root>, "className" | "orientation"> {
  /** Before each choice's words. */
  readonly mark?: ReactNode;
}

function Choice<V extends string | number>(props: ChoiceProps<V> & LookProps) {
  const { value, options, onChange, mark, ...group } = props;
  const choose = (text: string) => {
    const chosen = options.find(([one]) => String(one) === text);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <RadioGroup.Root {...group} value={String(value)} onValueChange={choose}>
      {options.map(([one, words]) => (
        <Radio key={one} value={String(one)}>
          {mark}
          {words}
        </Radio>
      ))}
    </RadioGroup.Root>
  );
}
