import type { EventPair } from "../event.ts";
import { type Scene, sceneLimits } from "../scene.ts";
import { digest } from "../targeting/murmur3.ts";
import { cast, type Player } from "./cast.ts";
import { dayLength, deedsOf, type Served, visitsOf } from "./visit.ts";

/** Something that a person did, or a visit that they began: `event` is null then. `time` is the scene's own, in ms UTC. */
export interface Moment {
  readonly player: Player;
  readonly time: number;
  /** The same for the same scene: what was laid already is known by it. */
  readonly id: string;
  readonly session: string;
  readonly event: string | null;
  readonly experience: string | null;
  readonly pairs: readonly EventPair[];
}

/** What decides, and keeps in mind what it is told: a platform made up, or a real one. */
export interface Audience {
  /** What somebody is served at a moment. */
  served(player: Player, time: number): Served;
  did(moment: Moment): void;
}

/** After so many people asked for an intent, and deeds done, others have a turn. */
const turn = 2_000;
const hour = 3_600_000;

/**
 * What everybody did in the days before the scene begins, in order, an hour at a time; no more than a day is in memory. Between
 * them come empty stretches, for whoever wants to give others a turn. Each
 * person lives through their visits one after the other, and does what what they are served then makes them do.
 */
export function* historyOf(scene: Scene, days: number, audience: Audience): Generator<readonly Moment[]> {
  const players = cast(scene);
  const begins = Date.parse(scene.begins);
  const midnight = Math.floor(begins / dayLength) * dayLength;
  const life: Life = { scene, audience, from: begins - days * dayLength, to: begins, busy: new Map() };
  /** By the hour, counted from 1970. */
  const hours = new Map<number, Moment[]>();
  let work = 0;
  for (let day = days; day >= 0; day -= 1) {
    for (const player of players) {
      work += scene.intents.length;
      for (const moment of dayOf(life, player, day)) {
        const at = Math.floor(moment.time / hour);
        const moments = hours.get(at);
        if (moments === undefined) hours.set(at, [moment]);
        else moments.push(moment);
        work += 1;
      }
      if (work < turn) continue;
      work = 0;
      yield [];
    }
    const dayEnds = midnight - (day - 1) * dayLength;
    for (const at of [...hours.keys()].sort((a, b) => a - b)) {
      if (at * hour >= dayEnds) break;
      yield (hours.get(at) ?? []).sort((a, b) => a.time - b.time);
      hours.delete(at);
    }
  }
}

interface Life {
  readonly scene: Scene;
  readonly audience: Audience;
  /** What lies before or after is not told. */
  readonly from: number;
  readonly to: number;
  /** Until when each is busy. */
  readonly busy: Map<string, number>;
}

/** `day`: how many before the scene's. */
function* dayOf({ scene, audience, from, to, busy }: Life, player: Player, day: number): Generator<Moment> {
  const begins = Date.parse(scene.begins);
  const dayBegins = Math.floor(begins / dayLength) * dayLength - day * dayLength;
  for (const [number, visit] of visitsOf(scene, player, day).entries()) {
    const begin = Math.max(dayBegins + visit.at, (busy.get(player.id) ?? Number.NEGATIVE_INFINITY) + 60_000);
    if (begin < from || begin >= to) continue;
    const session = `${laidIdsOf(scene.key)}${digest(`${scene.seed}/${player.id}/${day}/${number}`)}`;
    const told = (
      time: number,
      at: number,
      { event, experience, pairs }: Pick<Moment, "event" | "experience" | "pairs">,
    ): Moment => {
      const id = `${session}.${at}.${(begins - time).toString(36)}`;
      const one = { player, time, id, session, event, experience, pairs };
      audience.did(one);
      return one;
    };
    const served = audience.served(player, begin);
    yield told(begin, 0, { event: null, experience: null, pairs: [] });
    let time = begin;
    let at = 0;
    for (const deed of deedsOf(visit, served)) {
      time += Math.round(deed.wait * 1000);
      at += 1;
      if (time >= to) break;
      yield told(time, at, deed);
    }
    busy.set(player.id, time);
  }
}

/** With what the ids of a scene's history begin. */
const laidIdsOf = (key: string): string => `scn_${key}_`;

/** How long before the scene's moment an event of its history happened, in ms; null for an event of another kind. Anybody may send such an id. */
export function beforeSceneOf(key: string, id: string): number | null {
  const offset = id.startsWith(laidIdsOf(key)) ? /\.\d+\.([0-9a-z]+)$/.exec(id)?.[1] : undefined;
  const before = Number.parseInt(offset ?? "", 36);
  return before <= sceneLimits.days * dayLength ? before : null;
}
