import { Pause, Play } from "lucide-react";
import type { Scene } from "../../core/scene.ts";
import type { Simulation } from "../../core/simulation.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, useStats } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { IconButton } from "../parts/Button.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { useLong } from "../parts/use-time.ts";
import type { Sending } from "../stores/form-store.ts";
import { count, counted, rate } from "../text/format.ts";
import type { Show } from "./use-show.ts";

/** Events a second, to choose from. */
const rates = [5, 12, 50, 200, 1000];
const usualRate = 12;

/** Everybody else: whether they go on, how fast, and what they are doing. */
export function SimulatorProp({ scene, show }: { readonly scene: Scene; readonly show: Show }) {
  const { client } = useConsole();
  const { canEdit } = useHere();
  const place = usePlace();
  const { stats } = useStats();
  const { acts, now, write } = show;
  const run = show.stage.simulation;
  const isRunning = run?.state === "running";
  const sending = (send: (run: Simulation | null) => Promise<Simulation | undefined>) => (): Sending => ({
    send: async () => {
      await write(async () => ({ simulation: (await send(now().simulation)) ?? null }));
      return {};
    },
    failure: "The simulator did not change.",
    namesMore: true,
  });
  const begin = (at: number) =>
    client.call("startSimulation", { ...inPlace(place), body: { scene: scene.key, rate: at } });
  const change = (body: { readonly rate?: number; readonly paused?: boolean }) =>
    client.call("changeSimulation", { ...inPlace(place), body });
  // By what is shown: it may be read before the answer is here, and pressed again; and another window may have done it.
  const changes = `simulator/${run?.state ?? "none"}`;
  const toggle = () =>
    acts.once(
      changes,
      sending(() => (run === null ? begin(usualRate) : change({ paused: isRunning }))),
    );
  const setRate = (at: number) =>
    acts.inTurn(
      "rate",
      sending((run) => (run === null ? begin(at) : change({ rate: at, paused: false }))),
    );
  const end = () =>
    acts.inTurn(
      "rate",
      sending(async (run) => {
        if (run !== null) await client.call("stopSimulation", inPlace(place));
        return undefined;
      }),
    );
  const [title, changing] =
    run === null
      ? ["Start the simulator", "Starting…"]
      : isRunning
        ? ["Pause the simulator", "Pausing…"]
        : ["Resume the simulator", "Resuming…"];
  const isChanging = useLong(acts.isPending(changes));
  useCommands([{ id: "stage/simulator", title, group: "Stage", keys: "s", run: toggle }], "editor");
  const [last] = run?.doing ?? [];
  return (
    <section>
      <div className="top">
        <h2>Simulator</h2>
        <span className="spacer" />
        <span>
          {run === null
            ? counted(scene.people.count, "person", "people")
            : `${counted(run.people, "person", "people")}, ${count(run.active)} busy`}
        </span>
      </div>
      <div className="pulse">
        <span className="big num">{rate(stats === null ? 0 : currentRate(stats.rate))}/s</span>
        <Spark values={stats?.rate ?? []} />
        {canEdit && (
          <>
            <IconButton
              icon={isRunning ? Pause : Play}
              label={title}
              onClick={toggle}
              aria-disabled={isChanging || undefined}
            />
            <KeyHint keys="s" />
            <MoreMenu
              label="How fast"
              items={[
                ...rates.map((one) => ({ label: `${count(one)} events a second`, run: () => setRate(one) })),
                null,
                { label: "End the simulation", disabled: run === null, run: end },
              ]}
            />
          </>
        )}
      </div>
      <p className="direction truncate">
        {isChanging
          ? changing
          : run === null
            ? "Not running."
            : (run.detail ?? (last === undefined ? " " : `${last.name}: ${last.event}`))}
      </p>
    </section>
  );
}
