/** At most `length` UTF-16 units of a text, never half of a surrogate pair, which strict readers refuse. */
export const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
