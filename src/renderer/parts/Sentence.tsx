import type { KeyboardEvent, ReactNode } from "react";
import { type LocalKey, useLocalKeys } from "../page/use-local-keys.ts";

interface SentenceProps {
  readonly children: ReactNode;
  /** What the sentence says: "Whom this is for". */
  readonly label: string;
}

/** A sentence with blanks: the left and right arrows walk from blank to blank, as in a form. */
export function Sentence({ children, label }: SentenceProps) {
  const press = useLocalKeys("In a sentence", walkKeys);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not flow like a sentence.
    <div className="sentence" role="group" aria-label={label} onKeyDown={(event) => press(event, event)}>
      {children}
    </div>
  );
}

type Pressed = KeyboardEvent<HTMLElement>;

const walkKeys: readonly LocalKey<Pressed>[] = [
  { title: "Next blank", keys: ["ArrowRight"], run: (pressed) => walk(pressed, 1) },
  { title: "Previous blank", keys: ["ArrowLeft"], run: (pressed) => walk(pressed, -1) },
];

/** False where there is no blank to walk from, or to. */
function walk({ target, currentTarget }: Pressed, by: -1 | 1): unknown {
  if (!(target instanceof HTMLElement) || !target.matches(".tok")) return false;
  const blanks = [...currentTarget.querySelectorAll<HTMLElement>(".tok")];
  const next = blanks[blanks.indexOf(target) + by];
  if (next === undefined) return false;
  return next.focus();
}
