import { User } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { type EnvironmentKey, environmentKeys } from "../../../core/primitives.ts";
import type { EventRule, Rule } from "../../../core/rule.ts";
import type { TribeTrialResult } from "../../../core/tribe-trial.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { pathKey, ruleAt } from "../../rules/rule-path.ts";
import { ruleRows } from "../../rules/rule-sentence.ts";
import { bareName } from "../../rules/sentence-piece.ts";
import { count, quotedIfBlank } from "../../text/format.ts";
import { useBuilder } from "../builder/builder-context.ts";
import type { Tried } from "../tried-person.ts";
import type { Trial, TrialState, TrialsState } from "../use-trials.ts";
import { EventsSection } from "./EventsSection.tsx";

interface ReachSectionProps {
  readonly trials: TrialsState;
  readonly isEdited: boolean;
  readonly isWhole: boolean;
}

/** How many are in it in each environment, with the edit. */
function ReachSection({ trials, isEdited, isWhole }: ReachSectionProps) {
  return (
    <section aria-label="Reach">
      <div className="sec-head">
        <h2 className="heading">Reach</h2>
        <span className="direction small">{words(trials, isEdited, isWhole)}</span>
      </div>
      <ul className="reach">
        {environmentKeys.map((key) => (
          <ReachLine key={key} environment={key} state={trials[key]} isEdited={isEdited} isWhole={isWhole} />
        ))}
      </ul>
    </section>
  );
}

function words(trials: TrialsState, isEdited: boolean, isWhole: boolean): string {
  if (!isWhole) return "counted again once the rule is complete";
  const states = environmentKeys.map((key) => trials[key]);
  if (states.some(isCounting)) return "counting…";
  if (states.some(({ problem }) => problem !== null)) return "could not be counted";
  return isEdited ? "live, with this edit" : "live";
}

/** For a rule that is whole: nothing is on its way after a refusal. */
const isCounting = ({ isOld, problem }: TrialState): boolean => isOld && problem === null;

interface ReachLineProps {
  readonly environment: EnvironmentKey;
  readonly state: TrialState;
  readonly isEdited: boolean;
  readonly isWhole: boolean;
}

function ReachLine({ environment, state, isEdited, isWhole }: ReachLineProps) {
  const { result, isOld, problem } = state;
  const figures = result === null ? null : figuresOf(result);
  return (
    <li
      data-env={environment}
      className={isOld || problem !== null ? "is-old" : ""}
      aria-busy={isWhole && isCounting(state)}
    >
      <div className="reach-row">
        <EnvironmentName of={environment} />
        {figures === null ? (
          problem === null && <span className="skeleton reach-skeleton" />
        ) : (
          <>
            <span className="num figure">{count(figures.matched)}</span>
            <span className="muted num">of {count(figures.all)}</span>
            <span className="num delta">{isEdited && !isOld ? figures.moved : ""}</span>
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

interface TribePanelProps {
  readonly trial: Trial;
  readonly tried: Tried | null;
  readonly rules: Rule;
  readonly isWhole: boolean;
  readonly isEdited: boolean;
  readonly isNew: boolean;
}

/** Beside the rule: how many it holds, which events count, who comes and goes. */
export function TribePanel({ trial, tried, rules, isWhole, isEdited, isNew }: TribePanelProps) {
  const { environment } = useHere();
  const condition = useEventCondition(rules);
  return (
    <aside className="panel tribe-panel" aria-label="Reach and events">
      <div className="scroll">
        <ReachSection trials={trial.trials} isEdited={isEdited} isWhole={isWhole} />
        <EventsSection condition={condition} tried={tried} now={trial.now} />
        <MovesSection state={trial.trials[environment]} isEdited={isEdited} isNew={isNew} />
      </div>
    </aside>
  );
}

/** The event condition that the focus is in, else the first that there is. */
function useEventCondition(rules: Rule): { readonly rule: EventRule; readonly numeral: string } | null {
  const { store } = useBuilder();
  const current = useStore(store, (state) => state.current);
  return useMemo(() => {
    const about = ruleRows(rules, bareName).flatMap((row) => {
      const rule = ruleAt(rules, row.target);
      const isEvent = row.kind === "condition" && rule !== undefined && "event" in rule;
      return isEvent ? [{ rule, numeral: row.numeral, key: pathKey(row.path) }] : [];
    });
    return about.find(({ key }) => key === current) ?? about[0] ?? null;
  }, [rules, current]);
}

/** Most that are named of each. */
const named = 6;

interface MovesSectionProps {
  readonly state: TrialState;
  readonly isEdited: boolean;
  readonly isNew: boolean;
}

/** Who the edit brings in, and whom it puts out, in the environment on screen. */
function MovesSection({ state, isEdited, isNew }: MovesSectionProps) {
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
              {quotedIfBlank(id)}
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
