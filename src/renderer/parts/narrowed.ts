import type { Suggestion } from "./Suggest.tsx";

/** Those that a typed text is part of, in their order; those that begin with it first. */
export function narrowed(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const text = typed.trim().toLowerCase();
  const words = ({ value, label }: Suggestion) => (label ?? value).toLowerCase();
  const found = suggestions.filter((one) => words(one).includes(text));
  const begins = (one: Suggestion) => words(one).startsWith(text);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}
