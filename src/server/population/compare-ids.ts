/** The order in which SQLite keeps ids: that of their code points. JavaScript's `<` has another for those beyond U+FFFF. */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (unitA !== unitB) return rank(unitA) - rank(unitB);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
