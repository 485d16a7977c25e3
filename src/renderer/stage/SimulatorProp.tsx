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
import { useAct } from "../parts/use-form.ts";
import { count, counted, rate } from "../text/format.ts";

/** Events a second, to choose from. */
const rates = [5, 12, 50, 200, 1000];
const usualRate = 12;

/** Everybody else: whether they go on, how fast, and what they are doing. */
export function SimulatorProp({ scene, run }: { readonly scene: Scene; readonly run: Simulation | null }) {
  const { client } = useConsole();
  const { canEdit } = useHere();
  const place = usePlace();
  const { stats } = useStats();
  const act = useAct();
  const send = (sending: () => Promise<unknown>) =>
    act({
      send: async () => {
        await sending();
        return {};
      },
      failure: "The simulator did not change.",
    });
  const begin = (at: number) =>
    client.call("startSimulation", { ...inPlace(place), body: { scene: scene.key, rate: at } });
  const isRunning = run?.state === "running";
  const toggle = () =>
    send(() =>
      run === null
        ? begin(usualRate)
        : client.call("changeSimulation", { ...inPlace(place), body: { paused: isRunning } }),
    );
  const setRate = (at: number) =>
    send(() =>
      run === null
        ? begin(at)
        : client.call("changeSimulation", { ...inPlace(place), body: { rate: at, paused: false } }),
    );
  const title =
    run === null ? "Start the simulator" : isRunning ? "Pause the simulator" : "Resume the simulator";
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
            <IconButton icon={isRunning ? Pause : Play} label={title} onClick={toggle} />
            <KeyHint keys="s" />
            <MoreMenu
              label="How fast"
              items={[
                ...rates.map((one) => ({ label: `${count(one)} events a second`, run: () => setRate(one) })),
                null,
                {
                  label: "End the simulation",
                  title: "End the simulation",
                  disabled: run === null,
                  run: () => send(() => client.call("stopSimulation", inPlace(place))),
                },
              ]}
            />
          </>
        )}
      </div>
      <p className="direction truncate">
        {run === null
          ? "Not running."
          : (run.detail ?? (last === undefined ? " " : `${last.name}: ${last.event}`))}
      </p>
    </section>
  );
}
