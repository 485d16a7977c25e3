import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "./Button.tsx";

interface ExplainProps {
  /** What it explains: "the order of scenarios". */
  readonly about: string;
  /** What stands on the line behind the mark; the sentences open below it. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A question mark that opens a few sentences in place: help that stays open while one works. */
export function Explain({ about, after, children }: ExplainProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <IconButton
        icon={CircleQuestionMark}
        label={`About ${about}`}
        className="explain-button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {after}
      {open && (
        <div className="explain" id={id}>
          {children}
        </div>
      )}
    </>
  );
}
