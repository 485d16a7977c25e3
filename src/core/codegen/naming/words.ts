/** The words of a key or a name: runs of letters and digits in any script, in composed form. */
const wordsOf = (text: string): string[] => text.normalize("NFC").match(/[\p{L}\p{M}\p{Nd}\p{Nl}]+/gu) ?? [];

const capital = (word: string): string => {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
};
const small = (word: string): string => {
  const [first = ""] = word;
  return first.toLowerCase() + word.slice(first.length);
};

/** `hero-banner` is `HeroBanner`. Empty where the text has no letter and no digit. */
export const pascalCase = (text: string): string => wordsOf(text).map(capital).join("");

/** `hero-banner` is `heroBanner`. Empty where the text has no letter and no digit. */
export const camelCase = (text: string): string => small(pascalCase(text));
