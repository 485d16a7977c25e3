/**
 * One text of each style within the parts that this selector finds, but for the styles that are known: contrast is the same
 * for all texts of one style, and is what axe needs most of its time for. It stands alone, as it is sent to pages.
 */
export function newTexts(within: string, known: readonly string[]): ReadonlyMap<string, Element> {
  /** Rows of a long list are laid into it, one below the other. */
  const row = "[role=row], [role=treeitem], tr, li";
  const field = "input, textarea, select";
  const opaque = /^(rgb|oklch|oklab|lab|lch|color)\([^,/]*(,[^,]*,[^,]*)?\)$/;
  const hasText = (element: Element) =>
    element.matches(field) ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== "");
  /** All that the contrast of a text depends on. What is laid over something that it is not in stands for itself alone. */
  const styleOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const parts = [color, fontSize, fontWeight, textShadow, element.matches(`${field}, :disabled`)];
    for (let place: Element | null = element; place !== null; place = place.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } =
        getComputedStyle(place);
      parts.push(backgroundColor, backgroundImage, opacity, filter, mixBlendMode);
      if (opaque.test(backgroundColor) && opacity === "1") break;
      if (position === "absolute" || position === "fixed")
        parts.push(place.matches(row) ? place.className : crypto.randomUUID());
    }
    return parts.join(";");
  };
  const found = new Map<string, Element>();
  for (const place of document.querySelectorAll(within))
    for (const element of [place, ...place.querySelectorAll("*")])
      if (hasText(element) && element.checkVisibility()) {
        const style = styleOf(element);
        if (!known.includes(style)) found.set(style, element);
      }
  return found;
}
