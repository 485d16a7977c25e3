import { useMemo } from "react";
import { useStore } from "zustand";
import { type EnvironmentKey, environmentKeys } from "../../../core/primitives.ts";
import type { EventRule, Rule } from "../../../core/rule.ts";
import type { TribeTrialResult } from "../../../core/tribe-trial.ts";
import { useHere } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { pathKey, ruleAt } from "../../rules/rule-path.ts";
import { ruleRows } from "../../rules/rule-sentence.ts";
import { bareNames } from "../../rules/sentence-piece.ts";
import { count } from "../../text/format.ts";
import { useBuilder } from "../builder/builder-context.ts";
import { EventsSection, usePersonEvents } from "../panel/EventsSection.tsx";
import { MovesSection } from "../panel/MovesSection.tsx";
import type { Tried } from "../tried-person.ts";
import type { Trial, TrialState, TrialsState } from "../use-trials.ts";

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
  const events = usePersonEvents(tried, condition?.rule.event ?? null, {
    version: String(trial.now),
    now: trial.now,
  });
  return (
    <aside className="panel tribe-panel" aria-label="Reach and events">
      <div className="scroll">
        <ReachSection trials={trial.trials} isEdited={isEdited} isWhole={isWhole} />
        <EventsSection condition={condition} tried={tried} events={events} now={trial.now} />
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
    const about = ruleRows(rules, bareNames).flatMap((row) => {
      const rule = ruleAt(rules, row.target);
      const isEvent = row.kind === "condition" && rule !== undefined && "event" in rule;
      return isEvent ? [{ rule, numeral: row.numeral, key: pathKey(row.path) }] : [];
    });
    return about.find(({ key }) => key === current) ?? about[0] ?? null;
  }, [rules, current]);
}
