import { useMemo } from "react";
import { useStore } from "zustand";
import type { EventRule, Rule } from "../../../core/rule.ts";
import { useHere } from "../../page/use-here.ts";
import { pathKey, ruleAt } from "../../rules/rule-path.ts";
import { ruleRows } from "../../rules/rule-sentence.ts";
import { bareNames } from "../../rules/sentence-piece.ts";
import { useBuilder } from "../builder/builder-context.ts";
import { EventsSection } from "../panel/EventsSection.tsx";
import { MovesSection } from "../panel/MovesSection.tsx";
import { ReachSection } from "../panel/ReachSection.tsx";
import { usePersonEvents } from "../panel/use-person-events.ts";
import type { Model } from "../tribe-uses.ts";
import type { Tried } from "../tried-person.ts";
import type { Trial } from "../use-trials.ts";

interface TribePanelProps {
  readonly trial: Trial;
  readonly tried: Tried | null;
  readonly model: Model;
  readonly rules: Rule;
  readonly isWhole: boolean;
  readonly isEdited: boolean;
  readonly isNew: boolean;
}

/** Beside the rule: how many it holds, which events count, who comes and goes. */
export function TribePanel({ trial, tried, model, rules, isWhole, isEdited, isNew }: TribePanelProps) {
  const { environment } = useHere();
  const condition = useEventCondition(rules);
  const events = usePersonEvents(tried, condition?.rule.event ?? null, {
    version: String(trial.now),
    now: trial.now,
    model,
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
