import javascript from "highlight.js/lib/languages/javascript";
import typescript from "highlight.js/lib/languages/typescript";
import { createLowlight } from "lowlight";
import type { Piece } from "../text/highlight.ts";

const lowlight = createLowlight({ javascript, typescript });

/** highlight.js' names of things, in the console's four looks. */
const kinds: readonly (readonly [RegExp, Piece["kind"]])[] = [
  [/comment|doctag/, "c"],
  [/keyword|literal|built_in|type/, "w"],
  [/string|regexp|number|subst/, "s"],
  [/attr|property|params/, "p"],
];

type Root = ReturnType<typeof lowlight.highlight>;
type Child = Root["children"][number];

/** A source as coloured lines. A file of another kind comes as it is. */
export function highlightCode(text: string, path: string): Piece[][] {
  const language = /\.(d\.)?tsx?$/.test(path) ? "typescript" : /\.jsx?$/.test(path) ? "javascript" : null;
  if (language === null) return text.split("\n").map((line) => [{ kind: null, text: line }]);
  return intoLines(lowlight.highlight(language, text).children.flatMap((child) => pieces(child, null)));
}

function pieces(child: Child, kind: Piece["kind"]): Piece[] {
  if (child.type === "text") return [{ kind, text: child.value }];
  if (child.type !== "element") return [];
  const classes = String(child.properties.className ?? "");
  const own = kinds.find(([name]) => name.test(classes))?.[1] ?? kind;
  return child.children.flatMap((one) => pieces(one, own));
}

function intoLines(all: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { kind, text } of all) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines;
}
