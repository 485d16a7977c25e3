import { wellFormed } from "../../characters.ts";
import type { Json } from "../model.ts";

/** Characters that a reader would not see, or take for a line's end. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u00a0]/gu;

/** A text as an expression of Swift. */
export const swiftString = (text: string): string =>
  `"${wellFormed(text)
    .replace(/["\\]/g, "\\$&")
    .replace(unseen, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)}"`;

/** JSON for a raw text between `#"""` and `"""#`: it has no three quotes in a row, so that only `\\#` means something. */
export const rawJson = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "string" ? wellFormed(one) : one))
    .replaceAll("\\#", "\\\\u0023")
    .replace(unseen, (one) =>
      [...Array(one.length).keys()]
        .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join(""),
    );

/** An item of a list, or any other JSON value, as an expression of `Understudy.JSON`. */
export function swiftJson(value: Json): string {
  if (typeof value === "string") return `.text(${swiftString(value)})`;
  if (typeof value === "number") return `.number(${value})`;
  if (typeof value === "boolean") return `.bool(${value})`;
  return `.parse(${swiftString(JSON.stringify(value))})`;
}
