import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Icon } from "./Icon.tsx";

interface ExplainProps {
  /** What it explains: "the order of scenarios". */
  readonly about: string;
  readonly children: ReactNode;
}

/** A question mark that opens a few sentences in place: help that stays open while one works. */
export function Explain({ about, children }: ExplainProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="btn btn-icon btn-sm explain-button"
        aria-label={`About ${about}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon of={CircleQuestionMark} size={14} />
      </button>
      {open && (
        <div className="explain" id={id}>
          {children}
        </div>
      )}
    </>
  );
}
