import { randomUUID } from "node:crypto";
import { invalid, Problem } from "../../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import type { Scene } from "../../core/scene.ts";
import type { StageStored } from "../../core/shows-document.ts";
import type { Stage, Standing } from "../../core/stage.ts";
import type { Caller } from "../access/caller.ts";
import { sayFault } from "../tell-each.ts";
import { type ActNeeds, ShowActs } from "./show-acts.ts";
import type { DevicesOf } from "./simulated-device.ts";

const empty: StageStored = { scene: null, person: null, next: 1, playing: null };
/**
 * After how long without a word a step of another server counts as over, and how often a server writes that its step goes on,
 * in ms.
 */
const longestStep = 30_000;
const tellEvery = 10_000;

/** The shows, one in each environment. They stand where they are when the server starts anew, and on every server of a database. */
export class Stages {
  private readonly needs: ActNeeds;
  private readonly acts: ShowActs;
  private readonly now: (() => number) | null;
  /** This process's name among those that play. */
  private readonly me = randomUUID();
  private readonly listeners = new Set<() => void>();

  /** `now`: the time for all servers, in ms since 1970 UTC; null where there is one. */
  constructor(needs: ActNeeds, devices: DevicesOf, now: (() => number) | null) {
    this.needs = needs;
    this.acts = new ShowActs(needs, devices);
    this.now = now;
    needs.workspace.onChange((change) => change.kind === "shows" && this.tell());
  }

  view(environment: EnvironmentRef): Stage {
    const stored = this.of(environment);
    const { person } = stored;
    const scene = this.sceneOn(environment);
    const named = scene?.people.named.find(({ id }) => id === person);
    return {
      ...this.standing(environment, stored),
      person: named === undefined ? null : { id: named.id, name: named.name },
      simulation: this.needs.simulations.running(environment)?.view() ?? null,
    };
  }

  /** @throws Problem invalid-body where there is no such scene or person in it, conflict where the show does not stand where it was seen */
  async change(
    environment: EnvironmentRef,
    wanted: {
      readonly scene?: string | undefined;
      readonly person?: string | null | undefined;
      readonly next?: number | undefined;
      readonly seen?: Standing | undefined;
    },
  ): Promise<Stage> {
    const found =
      wanted.scene === undefined
        ? this.sceneOn(environment)
        : this.needs.workspace.scenes(environment.spaceId).find(wanted.scene);
    if (wanted.scene !== undefined && found === undefined)
      throw invalid([{ path: "/scene", detail: `names no scene of this Space: "${wanted.scene}"` }]);
    const { person = null } = wanted;
    if (person !== null && !found?.people.named.some(({ id }) => id === person))
      throw invalid([{ path: "/person", detail: `names nobody of people/named in the scene: "${person}"` }]);
    const isAnother = wanted.scene !== undefined && wanted.scene !== this.sceneOn(environment)?.key;
    await this.set(environment, (before) => {
      this.assertSeen(environment, before, wanted.seen);
      return {
        scene: wanted.scene ?? before.scene,
        person: wanted.person === undefined ? (isAnother ? null : before.person) : person,
        next: wanted.next ?? (isAnother ? 1 : before.next),
      };
    });
    return this.view(environment);
  }

  /**
   * Does what a step says, one act after the other; the next step comes next. Where an act is refused, those before it are done:
   * `onActed` is called for each, and for one that is refused in its middle.
   *
   * @throws Problem not-found, conflict while another step is played or where the show does not stand where it was seen, forbidden, and whatever refuses an act
   */
  async play(
    environment: EnvironmentRef,
    { step: number, seen }: { readonly step: number; readonly seen?: Standing | undefined },
    caller: Caller,
    onActed: () => void = () => undefined,
  ): Promise<Stage> {
    this.assertSeen(environment, this.of(environment), seen);
    const scene = this.sceneOn(environment);
    const step = scene?.script[number - 1];
    if (scene === undefined || step === undefined)
      throw new Problem("not-found", `The script has no step ${number}.`);
    if (step.do.some((act) => "forward" in act || "clock" in act)) caller.assertOperator("editor");
    await this.set(environment, (before) => {
      if (this.isPlayed(before.playing))
        throw new Problem("conflict", "Another step is being played. Wait for its end.");
      this.assertSeen(environment, before, seen);
      return { playing: this.playingNow() };
    });
    // What can't be written now is written the next time.
    const telling = setInterval(() => {
      this.set(environment, ({ playing }) =>
        playing?.by === this.me ? { playing: this.playingNow() } : {},
      ).catch(sayFault);
    }, tellEvery).unref();
    const began = this.standing(environment, this.of(environment));
    let done = {};
    try {
      for (const act of step.do) {
        if ("be" in act) await this.set(environment, () => ({ scene: scene.key, person: act.be }));
        else await this.acts.do(environment, scene, act, caller, onActed);
        onActed();
      }
      done = { scene: scene.key, next: number + 1 };
    } finally {
      clearInterval(telling);
      await this.set(environment, (before) => ({
        // Whoever has set the Stage meanwhile has it so.
        ...(this.standsAt(environment, before, began) && done),
        playing: before.playing?.by === this.me ? null : before.playing,
      }));
    }
    return this.view(environment);
  }

  /** Calls whenever something of a show may have changed. Returns how to stop that. */
  follow(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dropSpace(spaceId: string): void {
    const { shows } = this.needs.workspace;
    const isOf = (name: string) => name.startsWith(`${spaceId}/`);
    if (!Object.keys(shows.data.stages).some(isOf)) return;
    // What can't be written now is nobody's: no other Space gets this id.
    shows
      .update((draft) => {
        draft.stages = Object.fromEntries(Object.entries(draft.stages).filter(([name]) => !isOf(name)));
      })
      .catch(sayFault);
  }

  private playingNow(): StageStored["playing"] {
    return { by: this.me, until: (this.now ?? Date.now)() + longestStep };
  }

  private isPlayed(playing: StageStored["playing"]): boolean {
    if (playing === null) return false;
    // A folder has one server at a time: a step of another one has ended with it.
    if (this.now === null && playing.by !== this.me) return false;
    const left = playing.until - (this.now ?? Date.now)();
    // A larger difference comes from a clock that was set back.
    return left > 0 && left <= 2 * longestStep;
  }

  private of(environment: EnvironmentRef): StageStored {
    return this.needs.workspace.shows.data.stages[environmentName(environment)] ?? empty;
  }

  private async set(
    environment: EnvironmentRef,
    change: (before: StageStored) => Partial<StageStored>,
  ): Promise<void> {
    const name = environmentName(environment);
    await this.needs.workspace.shows.update((draft) => {
      const before = draft.stages[name] ?? empty;
      draft.stages[name] = { ...before, ...change(before) };
    });
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private standing(environment: EnvironmentRef, stored: StageStored): Standing {
    const scene = this.sceneOn(environment, stored);
    return { scene: scene?.key ?? null, next: Math.min(stored.next, (scene?.script.length ?? 0) + 1) };
  }

  private assertSeen(environment: EnvironmentRef, stored: StageStored, seen: Standing | undefined): void {
    if (seen !== undefined && !this.standsAt(environment, stored, seen))
      throw new Problem("conflict", "The show has moved meanwhile. Look where it stands, then go on.");
  }

  private standsAt(environment: EnvironmentRef, stored: StageStored, { scene, next }: Standing): boolean {
    const now = this.standing(environment, stored);
    return now.scene === scene && now.next === next;
  }

  /** The one that was chosen, or the Space's first. */
  private sceneOn(environment: EnvironmentRef, stored = this.of(environment)): Scene | undefined {
    const scenes = this.needs.workspace.scenes(environment.spaceId);
    const { scene } = stored;
    return (scene === null ? undefined : scenes.find(scene)) ?? scenes.all()[0];
  }
}
