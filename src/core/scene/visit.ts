import type { EventPair } from "../event.ts";
import type { Scene, SceneIntent, SceneStep, ServedCondition } from "../scene.ts";
import type { State } from "../state.ts";
import type { Player } from "./cast.ts";
import { Random } from "./random.ts";

export const dayLength = 86_400_000;

/** What somebody does next: `wait` in seconds after what they did before. */
export interface Deed {
  readonly wait: number;
  readonly event: string;
  readonly experience: string | null;
  readonly pairs: readonly EventPair[];
}

/** One visit that somebody sets out on. `at`: in ms since the day began. */
export interface Visit {
  readonly intent: SceneIntent;
  readonly at: number;
  readonly random: Random;
}

/** The visits of a person's day, in order. Days are counted from the scene's moment backwards, so each day is the same however many are laid. */
export function visitsOf(scene: Pick<Scene, "seed" | "intents">, player: Player, day: number): Visit[] {
  const visits: Visit[] = [];
  for (const intent of scene.intents) {
    if (!isFor(intent, player)) continue;
    const random = new Random(scene.seed, "day", player.id, day, intent.key);
    const number = Math.floor(intent.perDay) + (random.happens(intent.perDay % 1) ? 1 : 0);
    for (let index = 0; index < number; index += 1)
      visits.push({
        intent,
        at: timeWithin(intent.between, random),
        random: new Random(scene.seed, "visit", player.id, day, intent.key, index),
      });
  }
  return visits.sort((a, b) => a.at - b.at);
}

/** What somebody does in a visit, given what they are served as it begins. */
export function* deedsOf({ intent, random }: Visit, served: Served): Generator<Deed> {
  for (const step of intent.steps) {
    if (!random.happens(chanceOf(step, served))) {
      if (step.otherwise === "leave") return;
      continue;
    }
    const times = step.times === undefined ? 1 : random.whole(step.times.from, step.times.to);
    for (let time = 0; time < times; time += 1)
      yield {
        wait: random.between(step.wait.from, step.wait.to),
        event: step.event,
        experience: step.experience === undefined ? null : (served.idOf(step.experience) ?? step.experience),
        pairs: Object.entries(step.metadata).map(([key, value]) => ({ key, value: textOf(value, random) })),
      };
  }
}

/** What somebody is served, to be asked by an Experience's id or `<collection>.<key>`. */
export class Served {
  private readonly find: (reference: string) => readonly [id: string, state: State] | undefined;

  constructor(find: Served["find"]) {
    this.find = find;
  }

  static of(states: readonly (readonly [id: string, state: State])[]): Served {
    const all = new Map(
      states.flatMap((entry) => [[entry[0], entry] as const, [entry[1].key, entry] as const]),
    );
    return new Served((reference) => all.get(reference));
  }

  idOf(reference: string): string | undefined {
    return this.find(reference)?.[0];
  }

  holds({ experience, enabled, scenario, data }: ServedCondition): boolean {
    const state = this.find(experience)?.[1];
    if (state === undefined) return false;
    if (enabled !== undefined && state.enabled !== enabled) return false;
    if (scenario !== undefined && ![state.scenario.id, state.scenario.name].includes(scenario)) return false;
    return Object.entries(data ?? {}).every(
      ([key, value]) => JSON.stringify(state.data[key]) === JSON.stringify(value),
    );
  }
}

/** How likely somebody who is served this takes the step. */
const chanceOf = ({ chance, served: other }: SceneStep, served: Served): number =>
  other.find((condition) => served.holds(condition))?.chance ?? chance;

const isFor = ({ who }: SceneIntent, { fields, labels }: Player): boolean =>
  Object.entries(who.fields ?? {}).every(([field, values]) =>
    values.some((value) => JSON.stringify(value) === JSON.stringify(fields[field])),
  ) && (who.labels ?? []).every((label) => labels.includes(label));

function textOf(value: SceneStep["metadata"][string], random: Random): string {
  if (typeof value === "string") return value;
  return "weights" in value ? random.pick(value.weights) : String(random.whole(value.from, value.to));
}

/** Of a stretch that may go past midnight, e.g. 20:00 to 02:00: what lies after it is of the next day. */
function timeWithin({ from, to }: SceneIntent["between"], random: Random): number {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return Math.floor(random.between(begin, end > begin ? end : end + 1440) * 60_000);
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
