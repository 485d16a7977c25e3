/**
 * A strong entity tag (RFC 9110, 8.8.3) of a JSON value: equal values have equal tags, whatever the order of their members,
 * which is another after a start, and on another server. A 53-bit mixing hash of the JSON text and its length; a tag
 * compares versions of one object, so that is ample.
 */
export const etagOf = (value: unknown): string => etagOfText(JSON.stringify(value, sortedMembers) ?? "");

/** For JSON.stringify. */
function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same of a text. */
export function etagOfText(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const hash = (b >>> 0).toString(16).padStart(8, "0") + (a >>> 0).toString(16).padStart(8, "0");
  return `"${hash}-${text.length.toString(36)}"`;
}
