/** Where a menu stands in the document: in the page's main landmark, but over a dialog while one is open. */
export const menuPlace = (): HTMLElement =>
  (document.querySelector(".overlay") === null ? document.querySelector<HTMLElement>("main") : null) ??
  document.body;
