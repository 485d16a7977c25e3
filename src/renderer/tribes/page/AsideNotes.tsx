import { useConsole } from "../../page/console-context.ts";
import { Button } from "../../parts/Button.tsx";
import { ruleText } from "../../rules/rule-text.ts";
import type { SentenceNames } from "../../rules/sentence-piece.ts";
import { offerUndo } from "../../stores/toasts-store.ts";
import { type AsideTribe, nameOf, type useAside } from "../tribes-aside.ts";

interface AsideNotesProps extends Pick<ReturnType<typeof useAside>, "aside" | "put" | "drop"> {
  readonly names: SentenceNames;
  readonly onResume: (tribe: AsideTribe) => void;
}

/** The new Tribes that were left for another one, each with the way back to it. */
export function AsideNotes({ aside, put, drop, names, onResume }: AsideNotesProps) {
  const { toasts } = useConsole();
  const discard = (tribe: AsideTribe) => {
    drop(tribe);
    const undo = () => put(tribe.content);
    offerUndo(toasts, `Discarded ${nameOf(tribe.content)}`, { undo });
  };
  return aside.map((tribe) => {
    const words = `Left unsaved: ${nameOf(tribe.content)}. ${ruleText(tribe.content.rules, names)}`;
    return (
      <div className="read-only inset aside-note" role="note" key={tribe.key}>
        <span className="direction truncate" title={words}>
          {words}
        </span>
        <Button small aria-label={`Go on with ${nameOf(tribe.content)}`} onClick={() => onResume(tribe)}>
          Go on with it
        </Button>
        <Button
          small
          look="quiet"
          aria-label={`Discard ${nameOf(tribe.content)}`}
          onClick={() => discard(tribe)}
        >
          Discard
        </Button>
      </div>
    );
  });
}
