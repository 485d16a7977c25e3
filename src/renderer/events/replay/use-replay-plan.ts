import { skipToken, useQuery } from "@tanstack/react-query";
import { useStore } from "zustand";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePlace } from "../../page/use-here.ts";
import { useHidden } from "../../page/use-list.ts";
import type { EventFilter } from "../event-filter.ts";
import { type Measure, measure, unmeasured } from "./replay-measure.ts";
import {
  changePlan,
  kindOf,
  planOf,
  type ReplayKind,
  type ReplayPlan,
  type ReplayThing,
  sourceOf,
  thingOf,
} from "./replay-plan.ts";
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
  const all = useRecordings();
  const hidden = useHidden();
  const plan = planOf(useStore(replayPlans), space.id);
  const choices = { recordings: all.filter(({ id }) => !hidden.has(id)), list: { place, filter } };
  const thing = thingOf(plan, choices);
  return {
    plan,
    change: (some) => changePlan(replayPlans, space.id, some),
    kind: kindOf(plan, choices),
    thing,
    measure: useMeasure(thing),
  };
}

/** How much there is to play, once it has been counted. */
function useMeasure(thing: ReplayThing | null): Measure {
  const { client } = useConsole();
  const { space } = useHere();
  const isKept = thing !== null && thing.kind !== "file";
  const { data } = useQuery({
    queryKey: ["measure", space.id, isKept && sourceOf(thing)],
    queryFn: isKept ? ({ signal }) => measure(client, space.id, thing, signal) : skipToken,
    // What was recorded does not change; a list does while it is looked at elsewhere.
    gcTime: 0,
  });
  if (thing?.kind === "file") return thing.file;
  return data ?? unmeasured;
}
