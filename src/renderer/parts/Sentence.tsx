import type { KeyboardEvent, ReactNode } from "react";

interface SentenceProps {
  readonly children: ReactNode;
  /** What the sentence says: "Whom this is for". */
  readonly label: string;
}

/** A sentence with blanks: the left and right arrows walk from blank to blank, as in a form. */
export function Sentence({ children, label }: SentenceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not flow like a sentence.
    <div className="sentence" role="group" aria-label={label} onKeyDown={walk}>
      {children}
    </div>
  );
}

const step: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = step[event.key];
  const from = event.target;
  if (by === undefined || !(from instanceof HTMLElement) || !from.matches(".tok")) return;
  const blanks = [...event.currentTarget.querySelectorAll<HTMLElement>(".tok")];
  const next = blanks[blanks.indexOf(from) + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
