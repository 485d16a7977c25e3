import { useMemo } from "react";
import { useStore } from "zustand";
import { useConsole } from "../../app/console-context.ts";
import { useHere, usePlace } from "../../app/use-here.ts";
import type { EventFilter } from "../../stores/event-filter.ts";
import type { Measure } from "../../stores/replay-measure.ts";
import {
  changePlan,
  kindOf,
  planOf,
  type ReplayKind,
  type ReplayPlan,
  type ReplayThing,
  thingOf,
} from "../../stores/replay-plan.ts";
import { useMeasure } from "./use-measure.ts";
import { useRecordings } from "./use-recordings.ts";

/** What has been chosen for a replay, and what that comes to. */
export interface PlannedReplay {
  readonly plan: ReplayPlan;
  readonly change: (some: Partial<ReplayPlan>) => void;
  readonly kind: ReplayKind;
  readonly thing: ReplayThing | null;
  readonly measure: Measure;
}

/** The Space's plan; `filter` is what the page's list shows. */
export function useReplayPlan(filter: EventFilter): PlannedReplay {
  const { replayPlans } = useConsole();
  const { space } = useHere();
  const place = usePlace();
  const { all, hidden } = useRecordings();
  const plan = planOf(useStore(replayPlans), space.id);
  const choices = useMemo(
    () => ({ recordings: all.filter(({ id }) => !hidden.has(id)), list: { place, filter } }),
    [all, hidden, place, filter],
  );
  const thing = thingOf(plan, choices);
  return {
    plan,
    change: (some) => changePlan(replayPlans, space.id, some),
    kind: kindOf(plan, choices),
    thing,
    measure: useMeasure(thing),
  };
}
