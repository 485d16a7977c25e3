import javascript from "highlight.js/lib/languages/javascript";
import kotlin from "highlight.js/lib/languages/kotlin";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import vbscript from "highlight.js/lib/languages/vbscript";
import xml from "highlight.js/lib/languages/xml";
import { createLowlight } from "lowlight";
import { useMemo } from "react";
import { lineDiff } from "../../core/codegen/folder/line-diff.ts";
import { CodeLines } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import type { Piece } from "../text/highlight.ts";
import type { CodeFile } from "./code-changes.ts";

interface FileViewProps {
  readonly file: CodeFile;
  /** Shows what changed since the last export rather than the file. */
  readonly compare: boolean;
}

/** One generated file: its source, or what is different in it. */
export function FileView({ file, compare }: FileViewProps) {
  const { path, state, before, after } = file;
  const differs = compare && state !== "same";
  return (
    <div className="file-view">
      <div className="file-head inset">
        <h2 className="mono file-path truncate">{path}</h2>
        {state === "removed" && (
          <span className="direction">no longer generated; the next export removes it</span>
        )}
        {state === "added" && <span className="direction">new since the last export</span>}
        <span className="spacer" />
        {after !== null && <CopyButton text={after} label={`Copy ${path}`} words="Copy" />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="scroll file-body" tabIndex={0} aria-label={`Source of ${path}`}>
        {differs ? (
          <Differences before={before} after={after} />
        ) : (
          <Source text={after ?? before ?? ""} path={path} />
        )}
      </section>
    </div>
  );
}

function Source({ text, path }: { readonly text: string; readonly path: string }) {
  const lines = useMemo(() => highlightCode(text.replace(/\n$/, ""), path), [text, path]);
  return (
    <pre className="source">
      <CodeLines lines={lines} />
    </pre>
  );
}

const signs = { "+": "ins", "-": "del", " ": "" } as const;
const spoken = { "+": "added: ", "-": "removed: ", " ": "" } as const;

function Differences({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <pre className="source is-diff">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a difference never moves.
        <span key={place} className={line === null ? "gap" : `line-${signs[line.sign]}`}>
          {line === null ? (
            "…"
          ) : (
            <>
              <span className="sign" aria-hidden="true">
                {line.sign}
              </span>
              <span className="sr">{spoken[line.sign]}</span>
              {line.text}
            </>
          )}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

const lowlight = createLowlight({ javascript, kotlin, swift, typescript, vbscript, xml });

/** highlight.js' names of things, in the console's four looks. */
const kinds: readonly (readonly [RegExp, Piece["kind"]])[] = [
  [/comment|doctag/, "c"],
  [/keyword|literal|built_in|type/, "w"],
  [/string|regexp|number|subst/, "s"],
  [/attr|property|params|name/, "p"],
];

type Root = ReturnType<typeof lowlight.highlight>;
type Child = Root["children"][number];

/** VBScript is the nearest relative of BrightScript that highlight.js knows. */
const languageOf: Readonly<Record<string, string>> = {
  brs: "vbscript",
  js: "javascript",
  jsx: "javascript",
  kt: "kotlin",
  swift: "swift",
  ts: "typescript",
  tsx: "typescript",
  xml: "xml",
};

/** A source as coloured lines. A file of another kind comes as it is. */
function highlightCode(text: string, path: string): Piece[][] {
  const language = languageOf[path.slice(path.lastIndexOf(".") + 1)];
  if (language === undefined) return text.split("\n").map((line) => [{ kind: null, text: line }]);
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
