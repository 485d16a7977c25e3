import type { ExplainedExperience } from "../../core/explanation.ts";
import { valueWords } from "../model/value-words.ts";
import { counted } from "../text/format.ts";

type Decision = Pick<ExplainedExperience, "enabled" | "data" | "children" | "scenario" | "reason" | "tried">;

/** Where the scenario that decided stands among those that were tried, from 1. */
export const scenarioNumber = ({ tried }: Pick<Decision, "tried">): number => Math.max(1, tried.length);

export const isByDefault = ({ reason, tried }: Pick<Decision, "reason" | "tried">): boolean =>
  reason === "default" || (tried.at(-1)?.why.children ?? []).length === 0;

/** `on, by scenario 2, Gold members`. */
export const decisionWords = (decision: Decision): string =>
  `${decision.enabled ? "on" : "off"}, by scenario ${scenarioNumber(decision)}, ${decision.scenario.name}`;

const reasons: Readonly<Record<ExplainedExperience["reason"], string>> = {
  targeting: "they are in its audience",
  rollout: "they are in its rollout",
  schedule: "its schedule is open",
  default: "no scenario before it matched",
  disabled: "this scenario turns it off",
};

/** Why that scenario decided, as a stage direction. */
export function reasonWords(decision: Decision): string {
  const { tried, reason } = decision;
  if (tried.length === 1 && reason === "default") return "everybody gets it";
  return reasons[reason];
}

const shownValues = 3;

/** What is served in a few words: the first values, or a Section's children by name. */
export function servedWords(
  { enabled, data, children }: Pick<Decision, "enabled" | "data" | "children">,
  nameOf: (id: string) => string,
): string {
  if (!enabled) return "off";
  if (children !== undefined)
    return children.length === 0
      ? "on, with nothing in it"
      : `${counted(children.length, "Experience")}: ${children.map(({ id }) => nameOf(id)).join(", ")}`;
  const values = Object.values(data).map(valueWords);
  if (values.length === 0) return "on";
  return values.slice(0, shownValues).join(" · ") + (values.length > shownValues ? " …" : "");
}
