/**
 * Characters that read as nothing, as a line's end, or as something else than they are: white space other than a blank,
 * joiners, marks of direction, halves of surrogate pairs; and what XML can't have.
 */
const unclear =
  /[\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\ufffe\uffff]|\p{Cs}/gu;
const escaped = (text: string): string =>
  [...Array(text.length).keys()]
    .map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * A text as a string literal of JavaScript and TypeScript. It ends neither the literal, nor a comment or a script element
 * around it, shows what is in it, and does not read as a template.
 */
export const stringLiteral = (text: string): string =>
  JSON.stringify(text)
    .replace(unclear, escaped)
    .replaceAll("*/", "*\\u002f")
    .replaceAll("</", "\\u003c/")
    .replaceAll("<!--", "\\u003c!--")
    .replaceAll("-->", "--\\u003e")
    .replaceAll("${", "\\u0024{");

/** A key of an object literal or a type. `__proto__` would set the prototype, unless it is computed. */
export function objectKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

/** Linters take an object with a `then` for a promise by mistake. Data may well have one. */
const memberKey = (key: string): string => (key === "then" ? '"\\u0074hen"' : objectKey(key));

const STEP = 2;

/** A JSON value as source text: one member a line, in lines indented by `indent` spaces from the second on. */
export function literal(value: unknown, indent = 0): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent + STEP;
  const [open, close, lines] = Array.isArray(value)
    ? ["[", "]", value.map((one) => literal(one, inner))]
    : ["{", "}", Object.entries(value).map(([key, one]) => `${memberKey(key)}: ${literal(one, inner)}`)];
  if (lines.length === 0) return open + close;
  const pad = " ".repeat(inner);
  return `${open}\n${lines.map((line) => `${pad}${line},\n`).join("")}${" ".repeat(indent)}${close}`;
}

/** A text that may stand in a line or block comment: on one line, ending no comment or script, and no JSDoc tag. */
export const commentText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]|\s/gu, " ")
    .replace(unclear, "")
    .replaceAll("*/", "* /")
    .replaceAll("</", "< /")
    .replaceAll("<!--", "< !--")
    .replaceAll("@", "(at)")
    .replace(/ +/g, " ")
    .trim();
