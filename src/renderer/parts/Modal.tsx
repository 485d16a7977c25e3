import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { Icon } from "./Icon.tsx";

interface ModalProps {
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
  const before = useRef<Element | null>(null);
  if (open && before.current === null) before.current = document.activeElement;
  const giveBack = (event: Event) => {
    event.preventDefault();
    const had = before.current;
    before.current = null;
    if (returnTo === undefined && had instanceof HTMLElement) had.focus();
    else returnTo?.current?.focus();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay">
          <Dialog.Content
            className={`dialog ${size === "small" ? "dialog-small" : ""}`}
            {...(!dismissable && { onEscapeKeyDown: stay, onInteractOutside: stay })}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={giveBack}
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

/** What is to be filled in or chosen comes first; Close is the first in the document only. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>("input, [role=radio][aria-checked=true]");
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
