import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./Icon.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export interface ModalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly about: ReactNode;
  readonly children: ReactNode;
  /** Gets the focus afterwards where what had it before is gone, such as a menu's item. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** Wide for tables and diffs; small for a form. */
  readonly size?: "small" | "wide";
  /** False for a choice that must be made: no Close, no Escape. */
  readonly dismissable?: boolean;
}

/** A dialog over the page. Focus goes in, stays in, and comes back to where it was. */
export function Modal({
  open,
  onOpenChange,
  title,
  about,
  children,
  returnTo,
  size = "small",
  dismissable = true,
}: ModalProps) {
  const focus = useFocusReturn(open, returnTo);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay">
          <Dialog.Content
            className={`dialog ${size === "small" ? "dialog-small" : ""}`}
            {...(!dismissable && { onEscapeKeyDown: stay })}
            onInteractOutside={(event) => (!dismissable || isAtToast(event.target)) && stay(event)}
            onOpenAutoFocus={(event) => {
              focus.onOpenAutoFocus(event);
              focusFirst(event, dismissable);
            }}
            onCloseAutoFocus={focus.onCloseAutoFocus}
          >
            <div className="dialog-head">
              <Dialog.Title className="title">{title}</Dialog.Title>
              <span className="spacer" />
              {dismissable && (
                <Dialog.Close className="btn btn-icon" aria-label="Close">
                  <Icon of={X} />
                </Dialog.Close>
              )}
            </div>
            <Dialog.Description className="dialog-about">{about}</Dialog.Description>
            {children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const stay = (event: Event) => event.preventDefault();

/** A message lies over the dialog, and may offer to undo what was done in it; its press has taken it away by now. */
const isAtToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(".toast") !== null;

/**
 * What is to be filled in or chosen comes first; Close is the first in the document only. Where something must be decided,
 * nothing is chosen by a key that was meant for the page behind.
 */
function focusFirst(event: Event, dismissable: boolean): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    "input:not([aria-hidden=true]), [role=radio][aria-checked=true]",
  );
  const first = field ?? (dismissable ? null : dialog);
  if (first === null) return;
  event.preventDefault();
  first.focus();
}
