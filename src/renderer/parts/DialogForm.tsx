import type { ReactNode } from "react";
import { DialogFoot } from "./DialogFoot.tsx";
import type { Form } from "./use-form.ts";

interface DialogFormProps {
  readonly form: Form;
  /** What the way out is called, such as "Make none". */
  readonly keep: string;
  readonly onKeep: () => void;
  /** What the button that sends it is called, such as "Create Space". */
  readonly act: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** The form in a dialog. What was wrong with a field is forgotten when that field is changed. */
export function DialogForm({ form, keep, onKeep, act, children }: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
      onChange={({ target }) => isWrong(target) && form.clear()}
    >
      <div className="dialog-body">{children}</div>
      <DialogFoot keep={keep} onKeep={onKeep}>
        <button type="submit" className="btn btn-primary">
          {act}
        </button>
      </DialogFoot>
    </form>
  );
}

const isWrong = (target: EventTarget): boolean =>
  target instanceof Element && target.matches("[aria-invalid=true]");
