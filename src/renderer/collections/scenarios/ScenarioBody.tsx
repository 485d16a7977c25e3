import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { itemOf, type Part } from "../../model/collection-address.ts";
import { errorAt } from "../../model/error-words.ts";
import { audienceWords } from "../../model/row-words.ts";
import { everyone, type Row, takesAll } from "../../model/scenario-rows.ts";
import { scheduleWords } from "../../model/schedule-words.ts";
import { rolloutWords } from "../../model/value-words.ts";
import { useHere } from "../../page/use-here.ts";
import { ProblemLine } from "../../parts/Field.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { count, counted } from "../../text/format.ts";
import { useNameOf } from "../collections-state.ts";
import { AudienceSentence } from "./AudienceSentence.tsx";
import { RolloutSentence } from "./RolloutSentence.tsx";
import { ScheduleSentence } from "./ScheduleSentence.tsx";
import type { ScenarioEditing } from "./scenario-editing.ts";

interface ScenarioBodyProps<S> {
  readonly row: Row<S>;
  readonly place: number;
  readonly isDefault: boolean;
  readonly editing: ScenarioEditing<S>;
  readonly part: Part;
  readonly matches: ScenarioMatches | null;
  readonly children: ReactNode;
}

/** All of a scenario: its name, its sentences, and what it serves. */
export function ScenarioBody<S>(props: ScenarioBodyProps<S>) {
  const { row, isDefault, part, matches, children } = props;
  const { canEdit } = useHere();
  return (
    <div className="scn-body">
      {isDefault ? (
        <p className="sentence">
          Serve this to everyone else. <Reached matches={matches} part={part} id={row.id} />
        </p>
      ) : canEdit ? (
        <Sentences {...props} />
      ) : (
        <ReadSentences {...props} />
      )}
      {children}
    </div>
  );
}

function Sentences<S>({ row, place, editing, part, matches }: ScenarioBodyProps<S>) {
  const { errors, change } = editing;
  const path = ["scenarios", place - 1];
  const audienceError = errorAt(errors, [...path, "audience"]);
  return (
    <>
      <AudienceSentence
        audience={row.audience ?? everyone}
        onChange={(audience) => change(row.id, () => ({ audience }), "audience")}
      />
      {takesAll(row) && (
        <p className="takes-all small">
          <Icon of={TriangleAlert} size={14} />
          It takes everyone: no scenario below it is reached, not even the default.
        </p>
      )}
      {audienceError !== null && <ProblemLine>The audience {audienceError}</ProblemLine>}
      <RolloutSentence
        rollout={row.rollout ?? 100}
        error={errorAt(errors, [...path, "rollout"])}
        onChange={(rollout) => change(row.id, () => ({ rollout }), "rollout")}
        reached={<Reached matches={matches} part={part} id={row.id} />}
      />
      <ScheduleSentence
        schedule={row.schedule ?? null}
        error={errorAt(errors, [...path, "schedule"])}
        onChange={(schedule) => change(row.id, () => ({ schedule }), "schedule")}
      />
    </>
  );
}

/** The same sentences for those who may look only. */
function ReadSentences<S>({ row, part, matches }: ScenarioBodyProps<S>) {
  const nameOf = useNameOf(part.collection);
  return (
    <div className="sentence">
      <p>
        Serve this to <b className="tok-fixed">{audienceWords(row.audience ?? everyone, nameOf)}</b>.
      </p>
      <p>
        Roll out to <b className="tok-fixed num">{rolloutWords(row.rollout ?? 100)}</b> of them{" "}
        <Reached matches={matches} part={part} id={row.id} />
      </p>
      <p>
        Open <b className="tok-fixed">{row.schedule == null ? "at any time" : scheduleWords(row.schedule)}</b>
        .
      </p>
    </div>
  );
}

export interface ReachedProps {
  readonly matches: ScenarioMatches | null;
  readonly part: Part;
  readonly id: string;
}

/** How many get it now: "259 of 1,038 people in Staging." */
function Reached({ matches, part, id }: ReachedProps) {
  const { environment } = useHere();
  const found = matches?.experiences[itemOf(part).id]?.[id];
  if (matches === null || found === undefined) return null;
  const n = found.users + found.visitors;
  const of = matches.sampled
    ? `a sample of ${count(matches.checked)}`
    : counted(matches.of, "person", "people");
  if (matches.of === 0)
    return <span className="direction">Nobody has been in {environmentNames[environment]} yet.</span>;
  return (
    <span className="direction">
      {n === 0 ? "Nobody" : count(n)} of {of} in {environmentNames[environment]}{" "}
      {n === 1 || n === 0 ? "gets" : "get"} it now.
    </span>
  );
}
