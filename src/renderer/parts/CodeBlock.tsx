import { highlight, type Piece } from "../text/highlight.ts";
import { CopyButton } from "./CopyButton.tsx";

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  readonly copyLabel: string;
  readonly onCopied?: () => void;
}

/** Code with line numbers and a copy button that stays in sight. */
export function CodeBlock({ code, label, copyLabel, onCopied }: CodeBlockProps) {
  return (
    <div className="code-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="code" aria-label={label} tabIndex={0}>
        <pre>
          <CodeLines lines={highlight(code)} />
        </pre>
      </section>
      <CopyButton text={code} label={copyLabel} className="code-copy" {...(onCopied && { onCopied })} />
    </div>
  );
}

/** Lines of code in their colours, in a `pre`. */
export const CodeLines = ({ lines }: { readonly lines: readonly (readonly Piece[])[] }) =>
  lines.map((pieces, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
    <span key={line}>
      {pieces.map(({ kind, text }, piece) =>
        kind === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move.
          <i key={piece} className={kind}>
            {text}
          </i>
        ),
      )}
      {"\n"}
    </span>
  ));
