import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface ModalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

/** A dialog over the page. Focus goes in, stays in, and comes back to where it was. */
export function Modal({ open, onOpenChange, title, about, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay">
          <Dialog.Content className="dialog dialog-small">
            <div className="dialog-head">
              <Dialog.Title className="title">{title}</Dialog.Title>
              <span className="spacer" />
              <Dialog.Close className="btn btn-icon" aria-label="Close">
                <Icon of={X} />
              </Dialog.Close>
            </div>
            <Dialog.Description className="dialog-about">{about}</Dialog.Description>
            {children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
