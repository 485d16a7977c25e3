import { randomUUID } from "node:crypto";
import { pairsMetadata } from "../../core/event.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { invalid, Problem } from "../../core/problem.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { cast } from "../../core/scene/cast.ts";
import type { Scene, SceneAct } from "../../core/scene.ts";
import { clockSetting } from "../../core/settings.ts";
import type { StageStored } from "../../core/shows-document.ts";
import type { Stage, Standing } from "../../core/stage.ts";
import type { Caller } from "../access/caller.ts";
import { findCollection } from "../collections/collection-parts.ts";
import type { Services } from "../services.ts";
import { sayFault } from "../tell-each.ts";
import { newId } from "../workspace/new-id.ts";
import { type DevicesOf, Refused } from "./simulated-device.ts";

type Needs = Pick<Services, "workspace" | "store" | "clock" | "publishing" | "simulations">;

/** The last time that is written with a year of four digits. */
const lastTime = Date.parse("9999-12-31T23:59:59.999Z");
const empty: StageStored = { scene: null, person: null, next: 1, playing: null };
/**
 * After how long without a word a step of another server counts as over, and how often a server writes that its step goes on,
 * in ms.
 */
const longestStep = 30_000;
const tellEvery = 10_000;

/** The shows, one in each environment. They stand where they are when the server starts anew, and on every server of a database. */
export class Stages {
  private readonly needs: Needs;
  private readonly devices: DevicesOf;
  private readonly now: (() => number) | null;
  /** This process's name among those that play. */
  private readonly me = randomUUID();
  private readonly listeners = new Set<() => void>();

  /** `now`: the time for all servers, in ms since 1970 UTC; null where there is one. */
  constructor(needs: Needs, devices: DevicesOf, now: (() => number) | null) {
    this.needs = needs;
    this.devices = devices;
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
    let done = {};
    try {
      for (const act of step.do) {
        await this.do(environment, scene, act, caller, onActed);
        onActed();
      }
      done = { scene: scene.key, next: number + 1 };
    } finally {
      clearInterval(telling);
      await this.set(environment, ({ playing }) => ({
        ...done,
        playing: playing?.by === this.me ? null : playing,
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
    if (seen === undefined) return;
    const { scene, next } = this.standing(environment, stored);
    if (scene !== seen.scene || next !== seen.next)
      throw new Problem("conflict", "The show has moved meanwhile. Look where it stands, then go on.");
  }

  /** The one that was chosen, or the Space's first. */
  private sceneOn(environment: EnvironmentRef, stored = this.of(environment)): Scene | undefined {
    const scenes = this.needs.workspace.scenes(environment.spaceId);
    const { scene } = stored;
    return (scene === null ? undefined : scenes.find(scene)) ?? scenes.all()[0];
  }

  private async do(
    environment: EnvironmentRef,
    scene: Scene,
    act: SceneAct,
    caller: Caller,
    onActed: () => void,
  ): Promise<void> {
    const { clock } = this.needs;
    if ("be" in act) await this.set(environment, () => ({ scene: scene.key, person: act.be }));
    else if ("track" in act) await this.track(environment, scene, act.track, onActed);
    else if ("clock" in act) await clock.change({ mode: "system" });
    else if ("publish" in act) await this.publish(environment, act.publish, caller);
    else if ("simulate" in act) await this.simulate(environment, scene, act.simulate.rate);
    else {
      const { days, hours, minutes } = act.forward;
      await this.forward(((days * 24 + hours) * 60 + minutes) * 60);
    }
  }

  private async track(
    environment: EnvironmentRef,
    { key, seed, people }: Scene,
    { person, event, times, metadata }: Extract<SceneAct, { track: unknown }>["track"],
    onActed: () => void,
  ): Promise<void> {
    const named = cast({ key, seed, people: { ...people, count: people.named.length } });
    const player = named.find(({ id }) => id === person);
    if (player === undefined) throw new Problem("not-found", `The scene names nobody "${person}".`);
    const devices = this.devices(environment);
    try {
      const known = await this.needs.store.users.find({ environment, ...player });
      // Whoever is there keeps the fields that they have.
      const session = await devices.startSession(known === null ? player : { ...player, fields: {} });
      onActed();
      const now = Date.now();
      const { rejected } = await devices.track(
        Array.from({ length: times }, (_, at) => ({
          id: newId("evt"),
          name: event,
          time: new Date(now - times + 1 + at).toISOString(),
          sessionId: session.id,
          userId: person,
          metadata: pairsMetadata(Object.entries(metadata).map(([key, value]) => ({ key, value }))),
        })),
      );
      const [refused] = rejected;
      if (refused !== undefined) throw new Problem("conflict", `The event was not taken: ${refused.detail}`);
    } catch (error) {
      if (error instanceof Refused) throw new Problem(error.code ?? "busy", error.message);
      throw error;
    } finally {
      devices.close();
    }
  }

  private async forward(seconds: number): Promise<void> {
    const { clock } = this.needs;
    const now = clock.asSet;
    const at = now.mode === "frozen" ? Date.parse(now.at) + seconds * 1000 : Number.NaN;
    const wanted = clockSetting.safeParse(
      now.mode === "frozen"
        ? { mode: "frozen", at: at <= lastTime ? new Date(at).toISOString() : "" }
        : { mode: "offset", seconds: (now.mode === "offset" ? now.seconds : 0) + seconds },
    );
    if (!wanted.success)
      throw new Problem("conflict", "The clock can't be moved that far ahead. Set it back first.");
    await clock.change(wanted.data);
  }

  private async publish(
    { spaceId, environment }: EnvironmentRef,
    wanted: { readonly collection: string; readonly environment?: EnvironmentKey | undefined },
    caller: Caller,
  ): Promise<void> {
    const { workspace, publishing, clock } = this.needs;
    const space = workspace.findSpace(spaceId)?.data;
    if (space === undefined) throw new Problem("not-found", "The Space is gone.");
    const body = { environment: wanted.environment ?? environment };
    const content = await publishing.content(space, findCollection(space, wanted.collection), body);
    const by = { by: caller.account.name, now: clock.now(), precondition: null };
    await publishing.publish(space, content, body, by);
  }

  private async simulate(environment: EnvironmentRef, scene: Scene, rate: number): Promise<void> {
    const { simulations } = this.needs;
    const running = simulations.running(environment);
    if (rate === 0) {
      if (running !== undefined) await simulations.stop(environment);
    } else if (running === undefined) await simulations.start(environment, scene, { rate });
    else await running.change({ pace: { rate }, paused: false });
  }
}
