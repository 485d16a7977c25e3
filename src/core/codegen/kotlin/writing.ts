import { commentText } from "../javascript/literal.ts";

/** Characters that a reader would not see, or take for a line's end; and what ends or opens something in a literal. */
const escaped = /["$\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0]/gu;
const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
const literal = (text: string): string =>
  `"${text.replace(escaped, (one) => (/["$\\]/.test(one) ? `\\${one}` : [...Array(one.length).keys()].map((at) => unit(one.charCodeAt(at))).join("")))}"`;

/** A class file holds no constant of more than 64 KiB, so that a longer one is put together at run time. */
const longest = 10_000;

/** A text as an expression of Kotlin. */
export function kotlinString(text: string): string {
  if (text.length <= longest) return literal(text);
  const parts = text.match(new RegExp(`[^]{1,${longest}}`, "g")) ?? [];
  return `StringBuilder()${parts.map((part) => `.append(${literal(part)})`).join("")}.toString()`;
}

/** A text that may stand in a comment, on one line. Kotlin's comments nest. */
export const kotlinComment = (text: string): string => commentText(text).replaceAll("/*", "/ *");
