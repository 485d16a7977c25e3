/** How far up from what the pointer is on a text may be cut. */
const nearby = 4;

/**
 * Whatever is cut at its end says all of it under the pointer: it has a title then, where it has none, and none is over it. It goes
 * with the pointer, since the text may become another. Gives the way to stop.
 */
export function followCutTexts(page: Document): () => void {
  let titled: HTMLElement | null = null;
  const onOver = ({ target }: Event) => {
    titled?.removeAttribute("title");
    titled = null;
    const cut = cutAt(target);
    if (cut === null || cut.closest("[title]") !== null || cut.scrollWidth <= cut.clientWidth) return;
    cut.title = cut.textContent.trim();
    titled = cut;
  };
  page.addEventListener("pointerover", onOver);
  return () => page.removeEventListener("pointerover", onOver);
}

/** What is cut with an ellipsis where it is too long: an element, or one that it is in. */
function cutAt(target: EventTarget | null): HTMLElement | null {
  let at = target instanceof Element ? target : null;
  for (let up = 0; at !== null && up < nearby; up += 1, at = at.parentElement)
    if (at instanceof HTMLElement && getComputedStyle(at).textOverflow === "ellipsis") return at;
  return null;
}
