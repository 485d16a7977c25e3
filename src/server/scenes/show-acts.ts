import { pairsMetadata } from "../../core/event.ts";
import { type EnvironmentKey, isWritableTime } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { cast } from "../../core/scene/cast.ts";
import type { Scene, SceneAct } from "../../core/scene.ts";
import { clockSetting } from "../../core/settings.ts";
import type { Caller } from "../access/caller.ts";
import { findCollection } from "../collections/collection-parts.ts";
import type { Services } from "../services.ts";
import { newId } from "../workspace/new-id.ts";
import { type DevicesOf, Refused } from "./simulated-device.ts";

export type ActNeeds = Pick<Services, "workspace" | "store" | "clock" | "publishing" | "simulations">;

/** What the steps of shows do to everything but the show itself. */
export class ShowActs {
  private readonly needs: ActNeeds;
  private readonly devices: DevicesOf;

  constructor(needs: ActNeeds, devices: DevicesOf) {
    this.needs = needs;
    this.devices = devices;
  }

  /** `onActed`: called where a part of it is done. @throws whatever refuses it */
  async do(
    environment: EnvironmentRef,
    scene: Scene,
    act: Exclude<SceneAct, { be: unknown }>,
    caller: Caller,
    onActed: () => void,
  ): Promise<void> {
    if ("track" in act) await this.track(environment, scene, act.track, onActed);
    else if ("clock" in act) await this.needs.clock.change({ mode: "system" });
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
        ? { mode: "frozen", at: isWritableTime(at) ? new Date(at).toISOString() : "" }
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
