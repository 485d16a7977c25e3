import { Popover as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

export interface PopoverProps
  extends Pick<
    ComponentProps<typeof Radix.Content>,
    "align" | "className" | "children" | "onCloseAutoFocus" | "onEscapeKeyDown"
  > {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button that it opens at. */
  readonly trigger: ReactNode;
  /** What it is for, to those who cannot see where it stands. */
  readonly label: string;
}

/** A small surface at a word or a button. Escape closes it and gives the focus back. */
export function Popover({ open, onOpenChange, trigger, label, className = "", ...content }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          {...content}
          className={`popover ${className}`}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}
