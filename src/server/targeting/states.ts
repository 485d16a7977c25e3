import type { State } from "../../core/state.ts";
import type { Decider } from "../../core/targeting/decision.ts";
import type { Subject } from "../../core/targeting/subject.ts";
import type { Model } from "./targeting-service.ts";

/** What somebody is served: the model that decided, and its states in the order of its items. */
export interface Served {
  readonly model: Model;
  readonly states: readonly State[];
}

export const decide = (model: Model, subject: Subject): Served => ({
  model,
  states: model.decider.decide(subject),
});

/**
 * As the SDK plane answers it, without the outer braces: a `StatesAnswer`. What a scenario serves is the same for everyone
 * whom it serves, so its text is made once, not once an answer.
 */
export function statesMembers({ model, states }: Served, subject: Subject): string {
  const { decider, tribes, revision } = model;
  const names = namesOf(decider);
  let texts = "";
  for (let index = 0; index < names.length; index += 1) texts += names[index] + textOf(states[index]);
  const matching = JSON.stringify(tribes.matching(subject));
  return `"revision":${revision},"states":{${texts}},"tribes":${matching}`;
}

const names = new WeakMap<Decider, readonly string[]>();

/** Before each state its item's id as JSON, made once. */
function namesOf(decider: Decider): readonly string[] {
  const known = names.get(decider);
  if (known !== undefined) return known;
  const made = decider.items.map(({ id }, index) => `${index === 0 ? "" : ","}${JSON.stringify(id)}:`);
  names.set(decider, made);
  return made;
}

/** Ids of what differs between two answers for one person: changed, new, or gone. */
export function changedIds(before: Served, after: Served): string[] {
  if (before.model.decider === after.model.decider) {
    return after.model.decider.items.flatMap(({ id }, index) =>
      before.states[index] === after.states[index] ? [] : [id],
    );
  }
  const old = textById(before);
  const changed = [...textById(after)].flatMap(([id, text]) => {
    const was = old.get(id);
    old.delete(id);
    return was === text ? [] : [id];
  });
  return [...changed, ...old.keys()];
}

const textById = ({ model, states }: Served): Map<string, string> =>
  new Map(model.decider.items.map(({ id }, index) => [id, textOf(states[index])]));

const texts = new WeakMap<State, string>();

/** The state as JSON, made once: the same scenario always gives the same object. */
export function textOf(state: State | undefined): string {
  if (state === undefined) return "null";
  const known = texts.get(state);
  if (known !== undefined) return known;
  const made = JSON.stringify(state);
  texts.set(state, made);
  return made;
}
