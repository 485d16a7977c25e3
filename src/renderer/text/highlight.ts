/** One run of a line: `w` keyword, `s` string, `c` comment, `p` a JSON member's name, null the rest. */
export interface Piece {
  readonly kind: "w" | "s" | "c" | "p" | null;
  readonly text: string;
}

const parts =
  /(?<c>(?<![:"'\w])\/\/.*$|^#.*$)|(?<p>"(?:[^"\\]|\\.)*":)|(?<s>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<w>\b(?:import|from|const|await|new|return|curl)\b)/g;

/** Enough of JavaScript, shell and JSON to read a snippet by; each line is coloured by itself. */
export function highlight(code: string): Piece[][] {
  return code.split("\n").map((line) => {
    const pieces: Piece[] = [];
    let at = 0;
    for (const match of line.matchAll(parts)) {
      if (match.index > at) pieces.push({ kind: null, text: line.slice(at, match.index) });
      pieces.push({ kind: kindOf(match.groups ?? {}), text: match[0] });
      at = match.index + match[0].length;
    }
    if (at < line.length) pieces.push({ kind: null, text: line.slice(at) });
    return pieces;
  });
}

const kindOf = (groups: Readonly<Record<string, string | undefined>>): Piece["kind"] =>
  (["c", "p", "s", "w"] as const).find((kind) => groups[kind] !== undefined) ?? null;
