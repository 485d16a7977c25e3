import { count } from "../text/format.ts";

interface MoreTribesProps {
  /** How many are left out; 0 where all are shown. */
  readonly more: number;
  readonly onToggle: () => void;
}

/** "and 298 more": opens the rest of a long list of Tribes, and folds it again. */
export function MoreTribes({ more, onToggle }: MoreTribesProps) {
  return (
    <button
      type="button"
      className="link link-button more-tribes"
      aria-expanded={more === 0}
      onClick={onToggle}
    >
      {more === 0 ? "Show fewer Tribes" : `and ${count(more)} more`}
    </button>
  );
}
