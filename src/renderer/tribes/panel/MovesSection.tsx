import { User } from "lucide-react";
import { Link } from "wouter";
import { useHere, usePath } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { count } from "../../text/format.ts";
import type { TrialState } from "../use-trials.ts";

/** Most that are named of each. */
const named = 6;

interface MovesSectionProps {
  readonly state: TrialState;
  readonly isEdited: boolean;
  readonly isNew: boolean;
}

/** Who the edit brings in, and whom it puts out, in the environment on screen. */
export function MovesSection({ state: { result, isOld }, isEdited, isNew }: MovesSectionProps) {
  if (result === null) return null;
  const { reach, added, removed } = result;
  if (!isEdited)
    return (
      <Moved
        title="Who is in it"
        isOld={isOld}
        of={{ ...reach.matched, sample: reach.sample }}
        none="Nobody at the moment."
      />
    );
  return (
    <>
      <Moved
        title={isNew ? "Who would be in it" : "Who this edit adds"}
        isOld={isOld}
        of={added}
        none="Nobody is added."
      />
      {!isNew && <Moved title="Who this edit removes" isOld={isOld} of={removed} none="Nobody is removed." />}
    </>
  );
}

interface MovedProps {
  readonly title: string;
  readonly isOld: boolean;
  readonly none: string;
  readonly of: { readonly users: number; readonly visitors: number; readonly sample: readonly string[] };
}

function Moved({ title, isOld, none, of }: MovedProps) {
  const { environment } = useHere();
  const to = usePath();
  const all = of.users + of.visitors;
  const shown = of.sample.slice(0, named);
  // A user and a visitor may have the same id.
  const keys = uniqueKeys(shown);
  return (
    <section aria-label={title} className={isOld ? "is-old" : ""}>
      <div className="sec-head">
        <h2 className="heading">{title}</h2>
        <EnvironmentName of={environment} />
        <span className="spacer" />
        <span className="muted small num">{count(all)}</span>
      </div>
      {all === 0 && <p className="direction small">{none}</p>}
      <ul className="adds">
        {shown.map((id, place) => (
          <li key={keys[place]}>
            <Icon of={User} size={14} className="muted" />
            <Link className="truncate" href={to("users", id)}>
              {id}
            </Link>
          </li>
        ))}
      </ul>
      {all > shown.length && shown.length > 0 && (
        <p className="direction small">and {count(all - shown.length)} more</p>
      )}
    </section>
  );
}
