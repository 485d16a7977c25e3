type Typed = HTMLInputElement | HTMLTextAreaElement;

/** For a field's `ref`: tells the form that it stands in why what is typed can't be read; null where it can. */
export const unreadRef = (problem: string | null) => (field: Typed | null) => {
  field?.setCustomValidity(problem ?? "");
};

/** The first field of a form whose text can't be read. */
export const unreadIn = (form: HTMLFormElement | null): Typed | undefined =>
  [...(form?.elements ?? [])].find(
    (one): one is Typed => "validity" in one && (one as Typed).validity.customError,
  );

/** What stands in the text fields of a form, those that are empty left out. */
export const textIn = (form: HTMLFormElement): string =>
  [...form.querySelectorAll<Typed>("input:not([type=checkbox], [type=radio]), textarea")]
    .flatMap(({ value }) => (value === "" ? [] : [value]))
    .join(", ");

/** Gives the keys to the first field of a form whose text can't be read; whether there is one, so that nothing is taken. */
export function stopAtUnread(form: HTMLFormElement | null): boolean {
  const field = unreadIn(form);
  if (field !== undefined && !isBelowDialog(field)) field.focus();
  return field !== undefined;
}

/** Whether the focus is in a dialog that was opened over a field: both would take it from each other without end. */
function isBelowDialog(field: Typed): boolean {
  const dialog = document.activeElement?.closest("[role=dialog]");
  return dialog != null && (field.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
