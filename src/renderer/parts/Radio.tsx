import { RadioGroup } from "radix-ui";
import type { ComponentProps, FocusEvent } from "react";

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
