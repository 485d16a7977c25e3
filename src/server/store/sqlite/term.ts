import type { UserKind } from "../../../core/user.ts";

/**
 * A 48-bit hash of one searchable fact of an event, such as "its name is movie/watched": what the index keeps instead of
 * text. Two mixed 32-bit lanes (FNV-1a and a multiply-rotate); a collision costs one look at the row, never a wrong answer.
 */
export function term(environment: number, kind: string, text: string): number {
  let a = 0x811c9dc5 ^ environment;
  let b = 0x9e3779b9 + environment;
  const whole = `${kind}\u0000${text}`;
  for (let index = 0; index < whole.length; index += 1) {
    const unit = whole.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
  }
  a ^= b >>> 15;
  return (a >>> 0) * 0x10000 + ((Math.imul(b, 0xc2b2ae35) >>> 16) & 0xffff);
}

export const personTerm = (environment: number, kind: UserKind, id: string): number =>
  term(environment, kind === "known" ? "user" : "visitor", id);
export const pairTerm = (environment: number, key: string, value: string): number =>
  term(environment, "pair", `${key}\u0000${value}`);
