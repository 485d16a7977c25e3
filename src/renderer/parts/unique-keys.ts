/** What tells the rows of a list apart, by texts that need not: the second "a" gets another key than the first. */
export function uniqueKeys(texts: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return texts.map((text) => {
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return `${before}/${text}`;
  });
}
