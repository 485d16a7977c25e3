import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Modal } from "../parts/Modal.tsx";

interface SecretModalProps {
  readonly title: string;
  readonly about: string;
  /** What it is, such as "token". */
  readonly noun: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Something secret, shown this once. */
export function SecretModal({ title, about, noun, secret, onClose }: SecretModalProps) {
  return (
    <Modal once onClose={onClose} title={title} about={about}>
      <div className="dialog-body">
        <div className="secret">
          <output className="mono" aria-label={`The new ${noun}`}>
            {secret}
          </output>
          <CopyButton text={secret} label={`Copy the ${noun}`} words="Copy" />
        </div>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  );
}
