import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface PopoverProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button that it opens at. */
  readonly trigger: ReactNode;
  /** What it is for, to those who cannot see where it stands. */
  readonly label: string;
  readonly align?: "start" | "end";
  readonly className?: string;
  readonly children: ReactNode;
  /** Where the focus goes elsewhere than back to the button: called with the event to prevent. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  /** Where Escape is for something in it: called with the event to prevent. */
  readonly onEscapeKeyDown?: (event: KeyboardEvent) => void;
}

/** A small surface at a word or a button. Escape closes it and gives the focus back. */
export function Popover({
  open,
  onOpenChange,
  trigger,
  label,
  align = "start",
  className = "",
  children,
  onCloseAutoFocus,
  onEscapeKeyDown,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={`popover ${className}`}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          {...(onEscapeKeyDown && { onEscapeKeyDown })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
