import type { Scene } from "../scene.ts";
import { cast, type Player } from "./cast.ts";
import { dayLength, type Visit, visitsOf } from "./visit.ts";

/** A visit that somebody will make; `time` is the scene's own, in ms UTC. */
export interface VisitAhead {
  readonly player: Player;
  readonly visit: Visit;
  readonly time: number;
}

/** After so many days without a visit nobody will ever come. */
const longestSilence = 100;
/** After so many people asked for an intent others have a turn. */
const turn = 2_000;

/** Who comes when, from the scene's moment on, day after day; ends only where nobody ever comes. Null: nobody is known yet, ask again later. */
export function* visitsAhead(scene: Scene): Generator<VisitAhead | null> {
  const players = cast(scene);
  const begins = Date.parse(scene.begins);
  const midnight = Math.floor(begins / dayLength) * dayLength;
  let [silent, work] = [0, 0];
  for (let day = 0; silent < longestSilence; day += 1) {
    const coming: VisitAhead[] = [];
    for (const player of players) {
      for (const visit of visitsOf(scene, player, -day))
        coming.push({ player, visit, time: midnight + day * dayLength + visit.at });
      work += scene.intents.length;
      if (work < turn) continue;
      work = 0;
      yield null;
    }
    silent = coming.length === 0 ? silent + 1 : 0;
    for (const one of coming.sort((a, b) => a.time - b.time)) if (one.time >= begins) yield one;
  }
}
