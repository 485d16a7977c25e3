import { type ReactNode, useEffect, useRef } from "react";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { DialogFoot, Modal, type ModalProps } from "./Modal.tsx";
import type { Form } from "./use-form.ts";
import { useLong } from "./use-time.ts";

interface FormDialogProps extends Pick<ModalProps, "title" | "about" | "size" | "cued" | "returnTo"> {
  readonly form: Form;
  readonly onClose: () => void;
  /** What the button that sends it is called, such as "Create Space"; null where nothing can be sent. */
  readonly act: string | null;
  readonly look?: "primary" | "danger-fill" | "env";
  /** Whose colour the button has. */
  readonly env?: EnvironmentKey;
  readonly disabled?: boolean;
  /** Stands at the other end of the foot. */
  readonly note?: ReactNode;
  /** A last field that stays in sight while the others scroll. */
  readonly beneath?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
}

/**
 * A dialog that sends something, for as long as it is shown: one that is closed is taken off the page, and what comes of
 * it is told then. What was wrong with a field is forgotten when that field is changed.
 */
export function FormDialog(props: FormDialogProps) {
  const { form, onClose, act, look = "primary", env, disabled, note, beneath, children, ...modal } = props;
  const isLong = useLong(form.sending);
  const gone = form.problem?.isGone ? form.problem.words : null;
  const isOff = disabled === true || gone !== null;
  const send = act === null || isOff ? undefined : form.send;
  return (
    <Modal
      onClose={onClose}
      // From anywhere in it, its Close and a field of many lines too.
      onSend={send}
      {...modal}
    >
      <form
        className="dialog-form"
        data-env={env}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send?.();
        }}
        onChange={({ target }) => isWrong(target) && form.clear()}
      >
        <div className="dialog-body">
          {children}
          <FormRefusal error={gone && `${gone} If you need what you typed, copy it, then cancel.`} />
        </div>
        {beneath && <div className="dialog-beneath">{beneath}</div>}
        <DialogFoot note={note} onKeep={onClose}>
          {act !== null && (
            <button
              type="submit"
              className={`btn btn-${look}`}
              disabled={isOff}
              aria-disabled={isLong || undefined}
            >
              {isLong && disabled !== true ? "Sending…" : act}
            </button>
          )}
        </DialogFoot>
      </form>
    </Modal>
  );
}

/** Why a form was refused, where that belongs to no field; in view, however long the dialog is. */
export function FormRefusal({ error }: { readonly error: string | null }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error !== null) words.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    error !== null && (
      <p className="consequence is-danger" role="alert" ref={words}>
        {error}
      </p>
    )
  );
}

const isWrong = (target: EventTarget): boolean =>
  target instanceof Element && target.matches("[aria-invalid=true]");
