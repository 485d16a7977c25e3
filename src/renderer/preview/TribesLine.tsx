import type { Explanation } from "../../core/explanation.ts";

interface TribesLineProps {
  readonly tribes: Explanation["tribes"];
  readonly changed: ReadonlySet<string>;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** The Tribes that somebody is in, and those that they are not in, as sentences; each opens why. */
export function TribesLine({ tribes, changed, chosen, onShow }: TribesLineProps) {
  if (tribes.length === 0) return null;
  const of = (matched: boolean) => tribes.filter((one) => one.matched === matched);
  return (
    <div className="inset sentence preview-tribes">
      {[true, false].map((matched) => (
        <span key={String(matched)} className={of(matched).length === 0 ? "sr" : ""}>
          {matched ? "In " : "Not in "}
          {of(matched).length === 0 && (matched ? "no Tribe" : "none")}
          {of(matched).map(({ id, name }) => (
            <button
              type="button"
              key={`${id}/${matched}`}
              data-why={id}
              className={`tok ${matched ? "tok-noun" : "tok-out"} ${changed.has(id) ? "is-new" : ""}`}
              aria-expanded={id === chosen}
              aria-label={`Why ${matched ? "in" : "not in"} ${name}`}
              onClick={() => onShow(id)}
            >
              {name}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}
