import type { ReactNode } from "react";

interface DialogFootProps {
  /** What the way out is called: it says what stays as it is. */
  readonly keep: string;
  readonly onKeep: () => void;
  /** Stands at the other end. */
  readonly note?: ReactNode;
  /** The button that acts; left out where nothing can be done. */
  readonly children?: ReactNode;
}

/** The foot of a dialog: the way out, and the button that acts. */
export function DialogFoot({ keep, onKeep, note, children }: DialogFootProps) {
  return (
    <div className="dialog-foot">
      {note}
      <span className="spacer" />
      <button type="button" className="btn btn-quiet" onClick={onKeep}>
        {keep}
      </button>
      {children}
    </div>
  );
}
