/** A text as its words, in small letters without accents. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Someone whose id has it, though not at the beginning of a word. */
const found = 0.1;

/**
 * How well what was typed fits something with these texts, its name first: 0 where it does not, up to 1. Each word that
 * was typed must be a word of them or the beginning of one; letters scattered over several are no match. Of a person, their
 * id may have it anywhere: that is seen in the row. Of names that begin so, what is `near` comes first.
 */
export function paletteMatch(id: string, typed: string, texts: readonly string[] = [], near = false): number {
  const asked = wordsOf(typed);
  if (asked.length === 0) return 1;
  const words = texts.flatMap(wordsOf);
  const fits = asked.every((one) => words.some((word) => word.startsWith(one)));
  if (!fits) return id.startsWith("person/") && holds(texts[0] ?? "", typed) ? found : 0;
  return rank(asked, wordsOf(texts[0] ?? ""), words, near);
}

/** Whether a text has what was typed, wherever in it. */
export const holds = (text: string, typed: string): boolean =>
  text.toLowerCase().includes(typed.trim().toLowerCase());

/** What can be found by what is typed. */
interface Findable {
  readonly id: string;
  /** What finds it, its name first. */
  readonly texts: readonly string[];
  /** Whether the page on screen has a key for it, of its own. */
  readonly near?: boolean;
}

/** The first `most` of those that fit what was typed, the best first, each with how well it fits: above 0, up to 1. */
export const bestMatches = <T extends Findable>(all: readonly T[], typed: string, most: number) =>
  all
    .map((one) => ({ one, fit: paletteMatch(one.id, typed, one.texts, one.near) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most);

/** The name itself, its beginning, whole words, beginnings in the name, then what only the other texts say. */
function rank(
  asked: readonly string[],
  name: readonly string[],
  words: readonly string[],
  near: boolean,
): number {
  if (asked.join(" ") === name.join(" ")) return 1;
  // Of names that begin so, the one that is nearest to being typed, what is near first: "New Experience" before "New Experience type".
  if (name.join(" ").startsWith(asked.join(" ")))
    return (near ? 0.9 : 0.85) + (0.1 * asked.join(" ").length) / name.join(" ").length;
  if (asked.every((one) => name.includes(one))) return 0.8;
  if (asked.every((one) => name.some((word) => word.startsWith(one)))) return 0.6;
  return asked.every((one) => words.includes(one)) ? 0.4 : 0.3;
}
