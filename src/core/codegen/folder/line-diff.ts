/** One line of a difference between two texts. */
export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

/** Above this many pairs of lines, what lies between the common ends counts as changed whole. */
const MOST_PAIRS = 4_000_000;
const CONTEXT = 2;

const linesOf = (text: string | null): string[] =>
  text === null ? [] : text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");

/** Changed lines with two around them; null stands for a gap. Equal texts give nothing. */
export function lineDiff(before: string | null, after: string | null): (DiffLine | null)[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ sign: " ", text });
  return withContext([
    ...a.slice(0, start).map(same),
    ...changed(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]);
}

/** By the longest common subsequence. */
function changed(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ sign: "-", text });
  const added = (text: string): DiffLine => ({ sign: "+", text });
  if (a.length * b.length > MOST_PAIRS) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < a.length && column < b.length) {
    const text = a[row] ?? "";
    if (text === b[column]) {
      lines.push({ sign: " ", text });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push(removed(text));
      row += 1;
    } else {
      lines.push(added(b[column] ?? ""));
      column += 1;
    }
  }
  return [...lines, ...a.slice(row).map(removed), ...b.slice(column).map(added)];
}

function withContext(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.sign !== " ");
  const shown: (DiffLine | null)[] = [];
  for (const [index, line] of lines.entries()) {
    if (near(index)) shown.push(line);
    else if (shown.length > 0 && shown.at(-1) !== null) shown.push(null);
  }
  return shown.at(-1) === null ? shown.slice(0, -1) : shown;
}
