import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Explanation } from "../../core/explanation.ts";
import { usePath } from "../page/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { fewTribes, MoreTribes } from "../rules/MoreTribes.tsx";

interface UserTribesProps {
  /** Null until they are known. */
  readonly tribes: Explanation["tribes"] | null;
  readonly changed: ReadonlySet<string>;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** The Tribes that somebody is in, then those that they are not in, folded where there are many; each opens why. */
export function UserTribes({ tribes, changed, chosen, onShow }: UserTribesProps) {
  const to = usePath();
  const [all, setAll] = useState(false);
  if (tribes === null) return <span className="skeleton user-wait" />;
  if (tribes.length === 0)
    return (
      <p className="direction">
        This Space has no Tribes.{" "}
        <Link className="link" href={to("tribes", "new")}>
          Make the first
        </Link>
      </p>
    );
  const { shown, more, many } = fewTribes(tribes, all);
  return (
    <ul className="tribe-list">
      {shown.length === 0 && <li className="direction tribe-none">In no Tribe</li>}
      {shown.map(({ id, name, matched }) => (
        <li key={`${id}/${matched}`} className={changed.has(id) ? "is-new" : ""}>
          <button
            type="button"
            data-why={id}
            className={`tribe-row ${matched ? "is-in" : ""}`}
            aria-pressed={id === chosen}
            onClick={() => onShow(id)}
          >
            <Icon of={matched ? Check : Minus} size={14} />
            <span className="truncate" title={name}>
              {name}
            </span>
            <span className="direction">{matched ? "in it" : "not in it"}</span>
            <span className="why-link">Why</span>
          </button>
        </li>
      ))}
      {many && (
        <li className="tribe-none">
          <MoreTribes more={more} onToggle={() => setAll(!all)} />
        </li>
      )}
    </ul>
  );
}
