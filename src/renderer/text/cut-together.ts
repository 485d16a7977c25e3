/** How much is shown before the place where two texts part. */
const lead = 16;

/**
 * Two texts in a length each, for side by side. Where both would be cut before they part, what they have in common is: two
 * different texts are never shown as the same.
 */
export function cutTogether(a: string, b: string, longest: number): readonly [string, string] {
  const common = commonLength(a, b);
  const from = common + lead <= longest || (a.length <= longest && b.length <= longest) ? 0 : common - lead;
  return [cut(a, from, longest), cut(b, from, longest)];
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function cut(text: string, from: number, longest: number): string {
  const [begin, end] = [unparted(text, from), unparted(text, Math.max(0, from) + longest)];
  return `${begin > 0 ? "…" : ""}${text.slice(begin, end)}${end < text.length ? "…" : ""}`;
}

/** A place that does not part a pair of surrogates. */
const unparted = (text: string, at: number): number =>
  at > 0 && at < text.length && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : Math.min(at, text.length);
