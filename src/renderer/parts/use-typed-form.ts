import { useMemo } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import type { TypedForms } from "../stores/typed-forms.ts";

/** A form that is as it was left. */
interface KeptForm {
  /** A field's text, which is `otherwise` until something else is typed, and the way to type. */
  readonly field: (name: string, otherwise?: string) => readonly [string, (text: string) => void];
  /** Called when it was sent or discarded, as it was when this was drawn: what was typed since stays. */
  readonly forget: () => void;
}

/** What is typed in a form; it is there again when one comes back, in this visit or, in `others`, in a later one. */
export function useTypedForm(name: string, others?: TypedForms): KeptForm {
  const console = useConsole();
  const forms = others ?? console.forms;
  const typed = useStore(forms.form(name));
  return useMemo(
    () => ({
      field: (field, otherwise = "") => [
        typed[field] ?? otherwise,
        (text) => forms.type(name, field, text === otherwise ? null : text),
      ],
      forget: () => forms.forget(name, typed),
    }),
    [typed, forms, name],
  );
}
