/** Marks a title that was put there for what is cut. */
const mark = "data-cut";
/** How far up from what the pointer is on a text may be cut. */
const nearby = 4;

/**
 * Whatever is cut at its end says all of it under the pointer: it is given a title then, where it has none, and none is over it.
 * Gives the way to stop.
 */
export function followCutTexts(page: Document): () => void {
  const onOver = ({ target }: Event) => {
    const cut = cutAt(target);
    if (cut === null || cut.closest(`[title]:not([${mark}])`) !== null) return;
    if (cut.scrollWidth > cut.clientWidth) {
      cut.title = cut.textContent.trim();
      cut.setAttribute(mark, "");
    } else if (cut.hasAttribute(mark)) {
      cut.removeAttribute("title");
      cut.removeAttribute(mark);
    }
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
