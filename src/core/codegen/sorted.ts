/** Less than, equal or greater by code units: the same order on every machine, whatever its language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A copy in the order of a text of each item. */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  [...items].sort((a, b) => compareTexts(textOf(a), textOf(b)));
