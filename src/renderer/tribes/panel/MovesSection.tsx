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
export function MovesSection({ state, isEdited, isNew }: MovesSectionProps) {
  if (state.result === null) return null;
  const { reach, added, removed } = state.result;
  if (!isEdited)
    return (
      <Moved
        title="Who is in it"
        state={state}
        of={{ ...reach.matched, sample: reach.sample }}
        none="Nobody at the moment."
      />
    );
  return (
    <>
      <Moved
        title={isNew ? "Who would be in it" : "Who this edit adds"}
        state={state}
        of={added}
        none="Nobody is added."
      />
      {!isNew && <Moved title="Who this edit removes" state={state} of={removed} none="Nobody is removed." />}
    </>
  );
}

interface MovedProps {
  readonly title: string;
  readonly state: TrialState;
  readonly none: string;
  readonly of: { readonly users: number; readonly visitors: number; readonly sample: readonly string[] };
}

/** What was counted of an earlier rule says nothing of this one, and is not shown. */
function Moved({ title, state: { isOld, problem }, none, of }: MovedProps) {
  const { environment } = useHere();
  const all = of.users + of.visitors;
  return (
    <section aria-label={title} className={problem === null ? "" : "is-old"}>
      <div className="sec-head">
        <h2 className="heading">{title}</h2>
        <EnvironmentName of={environment} />
        {!isOld && <span className="muted small num">{count(all)}</span>}
      </div>
      {isOld ? (
        <p className="direction small">{problem === null ? "Not counted yet." : "Not counted."}</p>
      ) : (
        <People all={all} sample={of.sample} none={none} />
      )}
    </section>
  );
}

interface PeopleProps {
  readonly all: number;
  readonly sample: readonly string[];
  readonly none: string;
}

function People({ all, sample, none }: PeopleProps) {
  const to = usePath();
  const shown = sample.slice(0, named);
  // A user and a visitor may have the same id.
  const keys = uniqueKeys(shown);
  return (
    <>
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
    </>
  );
}
