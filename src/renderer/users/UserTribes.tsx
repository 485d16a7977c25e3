import { Check, Minus } from "lucide-react";
import { Link } from "wouter";
import type { Explanation } from "../../core/explanation.ts";
import { usePath } from "../app/use-here.ts";
import { Icon } from "../parts/Icon.tsx";

interface UserTribesProps {
  /** Null until they are known. */
  readonly tribes: Explanation["tribes"] | null;
  readonly changed: ReadonlySet<string>;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** Every Tribe: those that somebody is in first, then those that they are not in; each opens why. */
export function UserTribes({ tribes, changed, chosen, onShow }: UserTribesProps) {
  const to = usePath();
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
  const sorted = [...tribes].sort((a, b) => Number(b.matched) - Number(a.matched));
  return (
    <ul className="tribe-list">
      {sorted.map(({ id, name, matched }) => (
        <li key={`${id}/${matched}`} className={changed.has(id) ? "is-new" : ""}>
          <button
            type="button"
            data-why={id}
            className={`tribe-row ${matched ? "is-in" : ""}`}
            aria-pressed={id === chosen}
            onClick={() => onShow(id)}
          >
            <Icon of={matched ? Check : Minus} size={14} />
            <span className="truncate">{name}</span>
            <span className="direction">{matched ? "in it" : "not in it"}</span>
            <span className="why-link">Why</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
