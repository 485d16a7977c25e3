import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

export interface ModalProps {
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly about: ReactNode;
  readonly children: ReactNode;
  /** Gets the focus afterwards where what had it before is gone, such as a menu's item. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  /** Wide for tables and diffs; small for a form. */
  readonly size?: "small" | "wide";
  /** With a margin of its own, for numbers and marks. */
  readonly cued?: boolean;
  /** What Ctrl+Enter does, where there is something to send. */
  readonly onSend?: (() => void) | undefined;
  /** False for a choice that must be made: no Close, no Escape. */
  readonly dismissable?: boolean;
  /** Whether what it shows is shown this once: neither a press beside it nor a second Enter takes that away. */
  readonly once?: boolean;
}

/** A dialog over the page, for as long as it is shown. Focus goes in, stays in, and comes back to where it was. */
export function Modal({
  onClose,
  title,
  about,
  children,
  returnTo,
  size = "small",
  cued = false,
  dismissable = true,
  once = false,
  onSend,
}: ModalProps) {
  const focus = useFocusReturn(true, returnTo);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay">
          <Dialog.Content
            className={`dialog ${size === "small" ? "dialog-small" : ""} ${cued ? "ruled cue" : ""}`}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || onSend === undefined) return;
              event.preventDefault();
              onSend();
            }}
            {...(!dismissable && { onEscapeKeyDown: stay })}
            onInteractOutside={(event) => (!dismissable || once || isAtToast(event.target)) && stay(event)}
            onOpenAutoFocus={(event) => {
              focus.onOpenAutoFocus(event);
              focusFirst(event, dismissable && !once);
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

/** Whether a press was on a toast: it lies over the dialog, and is gone from the page by now. */
const isAtToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(".toast") !== null;

/**
 * Focuses the first field rather than Close. A dialog that must be decided, or shows what is shown once, takes the focus
 * itself, so that no key meant for what was there before chooses.
 */
function focusFirst(event: Event, canClose: boolean): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    "input:not([aria-hidden=true]), [role=radio][aria-checked=true]",
  );
  const first = field ?? (canClose ? null : dialog);
  if (first === null) return;
  event.preventDefault();
  first.focus();
}

interface DialogFootProps {
  /** What the way out is called, where there is nothing to cancel. */
  readonly keep?: "Close";
  readonly onKeep: () => void;
  /** Stands at the other end. */
  readonly note?: ReactNode;
  /** The button that acts; left out where nothing can be done. */
  readonly children?: ReactNode;
}

/** The foot of a dialog: the way out, and the button that acts. */
export function DialogFoot({ keep, onKeep, note, children }: DialogFootProps) {
  return (
    <div className="dialog-foot">
      {note}
      <span className="spacer" />
      <Button look="quiet" onClick={onKeep}>
        {keep ?? "Cancel"}
      </Button>
      {children}
    </div>
  );
}

/** What had the focus before a dialog opened: by the dialog's element, while it is there. */
const openers = new WeakMap<Element, HTMLElement>();

/**
 * Gives the focus back to what had it before a dialog opened. An item of a menu, or a button of another dialog, is gone by
 * then: the focus goes to what opened that.
 */
export function useFocusReturn(open: boolean, returnTo?: RefObject<HTMLElement | null>) {
  const before = useRef<readonly HTMLElement[] | null>(null);
  if (open && before.current === null) before.current = wayTo(document.activeElement);
  const onOpenAutoFocus = ({ currentTarget: dialog }: Event) => {
    const last = before.current?.at(-1);
    if (dialog instanceof HTMLElement && last !== undefined) openers.set(dialog, last);
  };
  const onCloseAutoFocus = (event: Event) => {
    event.preventDefault();
    const kept = before.current?.find(({ isConnected }) => isConnected);
    before.current = null;
    // What was pressed in the dialog may have opened another, which has the focus by now.
    if (document.activeElement === document.body) (returnTo?.current ?? kept ?? heading())?.focus();
  };
  return { onOpenAutoFocus, onCloseAutoFocus };
}

/** Where to go on where nothing had the focus, as after a key, or what had it is gone with what was done. */
const heading = () => document.querySelector<HTMLElement>("h1");

/** What has the focus, then what opened the menu or the dialog that it is in. */
function wayTo(focused: Element | null): readonly HTMLElement[] {
  const around = focused?.closest("[role=menu], [role=listbox], [role=dialog]") ?? null;
  const trigger = document.getElementById(around?.getAttribute("aria-labelledby") ?? "");
  const opener = around !== null && around.role !== "dialog" ? trigger : around && openers.get(around);
  return [focused, opener].filter((one) => one instanceof HTMLElement).filter((one) => one !== document.body);
}
