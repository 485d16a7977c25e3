import { type EnvironmentKey, environmentKeys } from "../../../core/primitives.ts";
import type { TribeTrialResult } from "../../../core/tribe-trial.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { count } from "../../text/format.ts";
import type { TrialState, TrialsState } from "../use-trials.ts";

interface ReachSectionProps {
  readonly trials: TrialsState;
  readonly isEdited: boolean;
  readonly isWhole: boolean;
}

/** How many are in it in each environment, with the edit. */
export function ReachSection({ trials, isEdited, isWhole }: ReachSectionProps) {
  return (
    <section aria-label="Reach">
      <div className="sec-head">
        <h2 className="heading">Reach</h2>
        <span className="direction small">{words(trials, isEdited, isWhole)}</span>
      </div>
      <ul className="reach">
        {environmentKeys.map((key) => (
          <ReachLine key={key} environment={key} state={trials[key]} isEdited={isEdited} />
        ))}
      </ul>
    </section>
  );
}

function words(trials: TrialsState, isEdited: boolean, isWhole: boolean): string {
  if (!isWhole) return "counted again when the rule is whole";
  if (environmentKeys.some((key) => trials[key].isOld)) return "counting…";
  return isEdited ? "live, with this edit" : "live";
}

interface ReachLineProps {
  readonly environment: EnvironmentKey;
  readonly state: TrialState;
  readonly isEdited: boolean;
}

function ReachLine({ environment, state, isEdited }: ReachLineProps) {
  const { result, isOld, problem } = state;
  const figures = result === null ? null : figuresOf(result);
  return (
    <li data-env={environment} className={isOld ? "is-old" : ""} aria-busy={isOld}>
      <div className="reach-row">
        <EnvironmentName of={environment} />
        {figures === null ? (
          <span className="skeleton reach-skeleton" />
        ) : (
          <>
            <span className="num figure">{count(figures.matched)}</span>
            <span className="muted num">of {count(figures.all)}</span>
            <span className="num delta">{isEdited ? figures.moved : ""}</span>
          </>
        )}
      </div>
      <span className="meter">
        <i style={{ width: `${figures === null ? 0 : figures.share}%` }} />
      </span>
      {problem !== null && <p className="direction small">Not counted: {problem}</p>}
    </li>
  );
}

function figuresOf({ reach, added, removed }: TribeTrialResult) {
  const matched = reach.matched.users + reach.matched.visitors;
  const all = reach.users + reach.visitors;
  const [more, less] = [added.users + added.visitors, removed.users + removed.visitors];
  const moved = [more > 0 ? `+${count(more)}` : "", less > 0 ? `−${count(less)}` : ""].filter(Boolean);
  return { matched, all, share: all === 0 ? 0 : (100 * matched) / all, moved: moved.join(" / ") };
}
