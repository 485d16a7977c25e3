import { useState } from "react";
import type { Explanation } from "../../core/explanation.ts";
import { fewTribes, MoreTribes } from "../rules/MoreTribes.tsx";

interface TribesLineProps {
  readonly tribes: Explanation["tribes"];
  readonly changed: ReadonlySet<string>;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** The Tribes that somebody is in, and those that they are not in, folded where there are many; each opens why. */
export function TribesLine({ tribes, changed, chosen, onShow }: TribesLineProps) {
  const [all, setAll] = useState(false);
  if (tribes.length === 0) return null;
  const { shown, more, many } = fewTribes(tribes, all);
  const of = (matched: boolean) => shown.filter((one) => one.matched === matched);
  // What is folded is not “none”; that there is none is said where it is all that is said.
  const isSaid = (matched: boolean) => of(matched).length > 0 || (matched && more > 0);
  return (
    <div className="inset sentence preview-tribes">
      {(more === 0 ? [true, false] : [true]).map((matched) => (
        <span key={String(matched)} className={isSaid(matched) ? "" : "sr"}>
          {matched ? "In " : "Not in "}
          {of(matched).length === 0 && (matched ? "no Tribe" : "none")}
          {of(matched).map(({ id, name }) => (
            <button
              type="button"
              key={`${id}/${matched}`}
              data-why={id}
              className={`tok ${matched ? "tok-noun" : "tok-out"} ${changed.has(id) ? "is-new" : ""}`}
              aria-expanded={id === chosen}
              title={name}
              aria-label={`Why ${matched ? "in" : "not in"} ${name}`}
              onClick={() => onShow(id)}
            >
              <span className="truncate">{name}</span>
            </button>
          ))}
        </span>
      ))}
      {many && <MoreTribes more={more} onToggle={() => setAll(!all)} />}
    </div>
  );
}
