import { useEffect, useState } from "react";
import { isBlank } from "../../../core/characters.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { ruleText } from "../../rules/rule-text.ts";
import type { NameOf } from "../../rules/sentence-piece.ts";
import { newKey } from "../../stores/new-key.ts";
import { offerUndo, say } from "../../stores/toasts-store.ts";
import { emptyContent, type TribeContent, tribeKey } from "../tribe-draft.ts";

/** A new Tribe that was begun and left for another. */
export interface AsideTribe {
  readonly key: string;
  readonly content: TribeContent;
}

/** The new Tribes that were put aside. They are kept as edits are: each tab has its own, and those of tabs that are closed. */
export function useAside() {
  const { kept, toasts } = useConsole();
  const { space } = useHere();
  const prefix = `${tribeKey(space.id, null)}/`;
  const [aside, setAside] = useState<readonly AsideTribe[]>([]);
  const look = () => {
    const keys = kept.keys().filter((key) => key.startsWith(prefix));
    setAside(keys.map((key) => ({ key, content: { ...emptyContent, ...kept.of(key)?.edit } })));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is made anew each time, and reads what these name.
  useEffect(() => void kept.adopt().then(look), [kept, prefix]);
  return {
    aside,
    /** Gives whether the browser had room for it; where it had none, says so. */
    put: (content: TribeContent): boolean => {
      const isKept = kept.keep(prefix + newKey(), { etag: null, edit: { ...content } });
      if (!isKept)
        say(toasts, `No room in this browser to keep ${nameOf(content)}: save or discard it first.`);
      look();
      return isKept;
    },
    drop: ({ key }: AsideTribe) => {
      kept.forget(key);
      look();
    },
  };
}

const nameOf = ({ name }: TribeContent): string =>
  isBlank(name) ? "a Tribe without a name" : `“${name.trim()}”`;

interface AsideNotesProps extends Pick<ReturnType<typeof useAside>, "aside" | "put" | "drop"> {
  readonly tribeName: NameOf;
  readonly onResume: (tribe: AsideTribe) => void;
}

/** The new Tribes that were left for another one, each with the way back to it. */
export function AsideNotes({ aside, put, drop, tribeName, onResume }: AsideNotesProps) {
  const { toasts } = useConsole();
  const discard = (tribe: AsideTribe) => {
    drop(tribe);
    const undo = () => put(tribe.content);
    offerUndo(toasts, `Discarded ${nameOf(tribe.content)}`, { undo });
  };
  return aside.map((tribe) => {
    const words = `Left unsaved: ${nameOf(tribe.content)}. ${ruleText(tribe.content.rules, tribeName)}`;
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
