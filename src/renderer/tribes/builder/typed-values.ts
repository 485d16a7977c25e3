import type { Operator, Scalar } from "../../../core/rule.ts";
import { parseNumber } from "../../../core/targeting/number.ts";
import { operandError } from "../../../core/targeting/operand-error.ts";
import type { Suggestion } from "../../parts/Suggest.tsx";
import { takesList, takesNumber, takesText, takesTime } from "../../rules/operator-words.ts";

/** A value as a suggestion carries it: with its type. */
export const writeValue = (value: Scalar): string => JSON.stringify(value);
export const readValue = (text: string): Scalar => JSON.parse(text) as Scalar;

const typeWords = (value: Scalar): string =>
  typeof value === "string" ? "text" : typeof value === "number" ? "number" : "true or false";

const suggestion = (value: Scalar, hint: string): Suggestion => ({
  value: writeValue(value),
  label: value === "" ? "empty text" : String(value),
  hint,
});

/** What a typed text can stand for with an operator, the likeliest first. `isText` where values are texts: metadata. */
export function typedValues(op: Operator, typed: string, isText: boolean): Suggestion[] {
  const text = typed.trim();
  const number = parseNumber(text);
  if (text === "") return [];
  const number0 = number === null ? [] : [suggestion(number, "number")];
  if (takesNumber(op)) return number0;
  const fits = (value: Scalar) => operandError(op, value) === null;
  if (takesTime(op)) return fits(text) ? [suggestion(text, "date")] : [];
  if (op === "between")
    return [...number0, ...(operandError("before", text) === null ? [suggestion(text, "date")] : [])];
  if (takesText(op)) return fits(text) ? [suggestion(text, op === "semver" ? "version range" : "text")] : [];
  const plain = suggestion(text, "text");
  if (isText) return [plain];
  const flag = text === "true" || text === "false" ? [suggestion(text === "true", "true or false")] : [];
  return [...flag, ...number0, plain];
}

/** What speaks against a typed text; null where nothing does. */
export function typedProblem(op: Operator, typed: string): string | null {
  const value = takesList(op) ? [typed] : op === "between" ? [typed, typed] : typed;
  return operandError(op, value)?.message ?? null;
}

const day = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days that are often meant, by the platform clock (ms UTC). */
export const usualDays = (now: number): Suggestion[] => [
  suggestion(dateOf(now), "today"),
  suggestion(dateOf(now - day), "yesterday"),
  suggestion(dateOf(now - 7 * day), "a week ago"),
  suggestion(dateOf(now - 30 * day), "30 days ago"),
];

/** Values that were really seen, as far as they fit the operator. */
export function seenValues(op: Operator, values: readonly Scalar[], now: number): Suggestion[] {
  const fitting = values.filter((value) => {
    if (takesNumber(op)) return typeof value === "number";
    if (takesTime(op) || op === "between")
      return operandError("before", value) === null || typeof value === "number";
    return takesList(op) ? operandError(op, [value]) === null : operandError(op, value) === null;
  });
  const seen = fitting.map((value) => suggestion(value, typeWords(value)));
  const known = new Set(seen.map(({ value }) => value));
  const days = takesTime(op) || (op === "between" && !fitting.some((one) => typeof one === "number"));
  return days ? [...seen, ...usualDays(now).filter(({ value }) => !known.has(value))] : seen;
}
