/** Where a row is drawn, in px below the top edge of what is seen. */
export interface RowPlace {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The first row in sight, which keeps its place while others come: its index among `count` rows from the top, or -1. While
 * the newest row itself is in sight nothing is held: there one reads what comes.
 */
export function heldRow(count: number, placeOf: (index: number) => RowPlace): number {
  if (count === 0 || placeOf(0).top >= 0) return -1;
  let [from, to] = [0, count];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (placeOf(middle).bottom > 0) to = middle;
    else from = middle + 1;
  }
  return from < count ? from : -1;
}
