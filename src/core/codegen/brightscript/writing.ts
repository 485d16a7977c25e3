import { commentText } from "../javascript/literal.ts";
import type { Json } from "../model.ts";

/** Characters that a reader would not see, or take for a line's end, and what a literal can't hold. */
const special = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00a0]/u;

/** More are put together as a list: a sum of thousands is nested as deep, which ends compilers. */
const mostAdded = 50;

/** Longer ones are put together, so that no line is of a length that an editor gives up on. */
const longest = 2000;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text as an expression of BrightScript, whose literals know no escapes but the doubled quote. */
export function brightscriptString(text: string): string {
  const parts: string[] = [];
  let run = "";
  const end = () => {
    if (run !== "") parts.push(quoted(run));
    run = "";
  };
  for (const character of text) {
    if (special.test(character)) {
      end();
      parts.push(`Chr(${character.codePointAt(0)})`);
    } else run += character;
    if (run.length >= longest) end();
  }
  end();
  if (parts.length > mostAdded) return `understudy_joined([${parts.join(", ")}])`;
  return parts.length === 0 ? '""' : parts.join(" + ");
}

/** JSON as a text without a character that BrightScript could mistake. */
export const brightscriptJson = (value: unknown): string =>
  brightscriptString(
    JSON.stringify(value).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );

const mostInteger = 2 ** 31;

/** A whole number within 32 bits is an integer; any other one a double. */
export function brightscriptNumber(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < mostInteger) return String(number);
  const text = String(number);
  return text.includes("e") ? text.replace("e", "D") : `${text}#`;
}

export const brightscriptList = (items: readonly Json[]): string =>
  `[${items.map((one) => (typeof one === "string" ? brightscriptString(one) : typeof one === "number" ? brightscriptNumber(one) : String(one))).join(", ")}]`;

/** A text that may stand in a comment of BrightScript and of XML, on one line. */
export const brightscriptComment = (text: string): string =>
  commentText(text).replace(/-{2,}/g, (dashes) => dashes.split("").join(" "));
