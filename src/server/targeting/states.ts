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

/** As the SDK plane answers it, without the outer braces: a `StatesAnswer`. */
export function statesMembers({ model, states }: Served, subject: Subject): string {
  const { decider, tribes, revision } = model;
  const matching = JSON.stringify(tribes.matching(subject));
  return `"revision":${revision},"states":{${textOfAll(decider, states)}},"tribes":${matching}`;
}

interface Written {
  readonly states: readonly State[];
  readonly text: string;
}
const written = new WeakMap<Decider, Written[]>();
/** How many audiences' texts are kept for what an environment serves. */
const audiencesKept = 64;

/** All states as JSON members. Everybody who is served the same shares one text. */
function textOfAll(decider: Decider, states: readonly State[]): string {
  const all = written.get(decider) ?? [];
  written.set(decider, all);
  const known = all.find((one) => one.states.every((state, index) => state === states[index]));
  if (known !== undefined) return known.text;
  const parts = decider.items.map(({ id }, index) => `${JSON.stringify(id)}:${textOf(states[index])}`);
  // Through bytes, which gives it in one piece: otherwise V8 would join the parts in each answer.
  const text = Buffer.from(parts.join()).toString();
  all.unshift({ states, text });
  all.length = Math.min(all.length, audiencesKept);
  return text;
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
function textOf(state: State | undefined): string {
  if (state === undefined) return "null";
  const known = texts.get(state);
  if (known !== undefined) return known;
  const made = JSON.stringify(state);
  texts.set(state, made);
  return made;
}
