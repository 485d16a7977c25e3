import axe from "axe-core";

interface Color {
  readonly alpha: number;
}
/** What axe works with itself; its types leave it out. */
const { Color, flattenColors, getContrast } = (axe.commons as unknown as { readonly color: AxeColors }).color;
interface AxeColors {
  readonly Color: new () => Color & { parseString(written: string): void };
  readonly flattenColors: (over: Color, under: Color) => Color;
  readonly getContrast: (under: Color, over: Color) => number;
}

/** What a text of any size needs (WCAG 1.4.3). */
const enough = 4.5;

/**
 * Whether a text can be read, as far as that is plain: one colour behind it, which comes of what it is in, and nothing over it.
 * Where it is not plain, or not enough, axe says, which lays out the whole page for its answer.
 */
export function isPlainlyRead(element: Element): boolean {
  const { textShadow, webkitTextFillColor, color } = getComputedStyle(element);
  if (textShadow !== "none" || webkitTextFillColor !== color) return false;
  for (let place: Element | null = element; place !== null; place = place.parentElement) {
    const { opacity, filter, mixBlendMode, pointerEvents } = getComputedStyle(place);
    // What the pointer goes through is not among what lies behind a text (`elementsFromPoint`), though it is seen.
    if (opacity !== "1" || filter !== "none" || mixBlendMode !== "normal" || pointerEvents === "none")
      return false;
  }
  const boxes = boxesOf(element);
  return boxes.length > 0 && boxes.every((box) => isReadAt(element, box));
}

function isReadAt(element: Element, { left, top, width, height }: DOMRect): boolean {
  const [first, ...behind] = document.elementsFromPoint(left + width / 2, top + height / 2);
  if (first !== element) return false;
  const layers: Color[] = [];
  for (const place of [element, ...behind]) {
    const { backgroundColor, backgroundImage } = getComputedStyle(place);
    if (!place.contains(element) || backgroundImage !== "none") return false;
    const layer = colorOf(backgroundColor);
    layers.push(layer);
    if (layer.alpha === 1) break;
  }
  const under = layers.reverse().reduce((below, above) => flattenColors(above, below));
  return under.alpha === 1 && getContrast(under, colorOf(getComputedStyle(element).color)) >= enough;
}

/** Where its own words are, or the whole of a field. */
function boxesOf(element: Element): readonly DOMRect[] {
  if (element.matches("input, textarea, select")) return [element.getBoundingClientRect()];
  return [...element.childNodes]
    .filter(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== "")
    .flatMap((words) => {
      const range = document.createRange();
      range.selectNode(words);
      return [...range.getClientRects()];
    });
}

function colorOf(written: string): Color {
  const color = new Color();
  color.parseString(written);
  return color;
}
