import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import type { ExportFolder } from "../../core/ipc.ts";
import { environmentNames } from "../../core/primitives.ts";
import type { Clock, ClockSetting, Status } from "../../core/settings.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { pauseIngestion, sayProblem, useDesktop } from "../desktop/desktop-store.ts";
import type { FreshTags } from "../exports/stale-exports.ts";
import { staleExportsKey } from "../exports/use-code.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, useStats, useStatus } from "../page/reads.ts";
import { movedBy, useSetClock } from "../page/use-clock.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { Popover } from "../parts/Popover.tsx";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { useAct } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { bareAddress, count, counted, moment, rate } from "../text/format.ts";
import { realNow } from "../text/platform-clock.ts";
import { UnreadNote } from "./UnreadNote.tsx";
import { UnsavedEdits } from "./UnsavedEdits.tsx";

/** The server's state at the foot of every page: where it listens and how busy this environment is. */
export function StatusBar() {
  const reach = useStore(useConsole().server, (state) => state.reach);
  const status = useStatus();
  const { stats } = useStats();
  const { environments, environment, page, below } = useHere();
  const clock = status?.clock;
  const revision = environments.find((one) => one.key === environment)?.revision;
  return (
    <footer className="foot">
      <span className="item">
        <span className={`dot ${reach === "running" ? "ok" : "bad"}`} />
        <b>{reach === "running" ? "Running" : "Not reachable"}</b>
      </span>
      {status !== null && <Addresses status={status} />}
      <span className="spacer" />
      {/* That no answer comes at all is said once. */}
      {reach === "running" && <UnreadNote key={[page, ...below].join("/")} />}
      <UnsavedEdits />
      <StaleExportNote />
      <IngestionItem />
      {clock !== undefined && clock.mode !== "system" && <ClockItem clock={clock} />}
      {stats !== null && (
        <>
          <span className="item">
            <b className="num">{rate(currentRate(stats.rate))}</b> events/s <Spark values={stats.rate} />
          </span>
          <span className="item is-sessions">
            <b className="num">{count(stats.sessions)}</b> {stats.sessions === 1 ? "session" : "sessions"}
          </span>
        </>
      )}
      {revision !== undefined && (
        <span className="item">
          Revision <b className="num">{count(revision)}</b>
        </span>
      )}
    </footer>
  );
}

function Addresses({ status }: { readonly status: Status }) {
  const to = usePath();
  return (
    <>
      <span className="item is-address">
        Platform <span className="mono text-2">{bareAddress(status.platformUrl)}</span>
      </span>
      <span className="item is-address">
        SDK <span className="mono text-2">{bareAddress(status.sdkUrl)}</span>
      </span>
      {status.lanUrls.length > 0 && (
        <span className="item">
          <span className="dot warn" /> LAN open{" "}
          <span className="mono text-2">{bareAddress(status.lanUrls[0] ?? "")}</span>
        </span>
      )}
      {status.warnings.length > 0 && (
        <Link className="item warn-link" href={`${to("settings")}#copy`}>
          <span className="dot warn" /> {counted(status.warnings.length, "warning")}
        </Link>
      )}
    </>
  );
}

const jumps = [
  [3600, "+1 h"],
  [86_400, "+1 day"],
  [7 * 86_400, "+7 days"],
] as const;

/** The clock while it is not the real one: what that changed, further moves, and the way back. */
function ClockItem({ clock }: { readonly clock: Clock }) {
  const { toasts } = useConsole();
  const { ownsWorkspace } = useHere();
  const to = usePath();
  const setClock = useSetClock();
  const act = useAct();
  const [open, setOpen] = useState(false);
  const isLeaving = useRef(false);
  const set = (body: ClockSetting, done?: string) =>
    act({
      send: async () => {
        await setClock(body);
        if (done !== undefined) say(toasts, done);
        return {};
      },
      failure: "The clock was not set.",
    });
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Clock"
      align="end"
      className="foot-popover"
      onCloseAutoFocus={(event) => {
        // The focus goes with the link, to the part of Settings.
        if (isLeaving.current) event.preventDefault();
        isLeaving.current = false;
      }}
      trigger={
        <button type="button" className="item clock">
          {clock.mode === "frozen" ? "Clock stands at" : "Clock moved to"}{" "}
          <b className="num">{moment(clock.at, new Date(realNow()))}</b>
        </button>
      }
    >
      <section>
        <p className="now num">{moment(clock.at, new Date(realNow()))}</p>
        <p className="direction small">
          The real time is {moment(new Date(realNow()).toISOString(), new Date(realNow()))}. Events keep their
          times.
        </p>
      </section>
      {ownsWorkspace && (
        <section className="btn-row">
          {jumps.map(([seconds, words]) => (
            <Button key={words} onClick={() => set(movedBy(clock, seconds))}>
              {words}
            </Button>
          ))}
        </section>
      )}
      <ClockEffect />
      {ownsWorkspace && (
        <section className="popover-foot">
          <Link
            className="link"
            href={`${to("settings")}#clock`}
            onClick={() => {
              isLeaving.current = true;
              setOpen(false);
            }}
          >
            Set another time
          </Link>
          <span className="spacer" />
          <Button
            look="primary"
            icon={Undo2}
            onClick={() => {
              setOpen(false);
              set({ mode: "system" }, "The clock shows the real time");
            }}
          >
            Set back
          </Button>
        </section>
      )}
    </Popover>
  );
}

const mostTribes = 5;

/** Which Tribes the moved clock made larger or smaller: "Drama fans 8 → 0". */
function ClockEffect() {
  const place = usePlace();
  const { data } = useRoute("clockAhead", { ...inPlace(place), query: {} });
  const name = environmentNames[place.environment];
  if (data === undefined)
    return <section className="muted small">Counting what that changed in {name}…</section>;
  if (data.tribes.length === 0)
    return <section className="direction small">No Tribe of {name} is larger or smaller by that.</section>;
  const most = data.tribes.toSorted((a, b) => Math.abs(b.ahead - b.now) - Math.abs(a.ahead - a.now));
  return (
    <section>
      <p className="label">Changed in {name}</p>
      <dl className="clock-effect">
        {most.slice(0, mostTribes).map((tribe) => (
          <div key={tribe.id}>
            <dt className="truncate">{tribe.name}</dt>
            <dd className="num">
              {count(tribe.now)} → {count(tribe.ahead)}
            </dd>
          </div>
        ))}
      </dl>
      {most.length > mostTribes && (
        <p className="muted small">and {counted(most.length - mostTribes, "more Tribe")}</p>
      )}
    </section>
  );
}

/** In the status bar while no events are taken; the desktop app can go on from here. */
function IngestionItem() {
  const { toasts, desktop: store } = useConsole();
  const paused = useStatus()?.ingestion === "paused";
  const desktop = useDesktop();
  const isPaused = desktop === null ? paused : desktop.state.ingestion === "paused";
  if (!isPaused) return null;
  return (
    <span className="item clock">
      <b>Ingestion paused</b>
      {desktop !== null && (
        <Button
          small
          onClick={() => void sayProblem(store, toasts, pauseIngestion(store, desktop.bridge, false))}
        >
          Resume
        </Button>
      )}
    </span>
  );
}

const lookEvery = 10_000;

/** In the status bar of every page: the model changed since its code was written into a folder, and where to go on. */
function StaleExportNote() {
  const stale = useStaleExports();
  const to = usePath();
  const [first, ...others] = stale;
  if (first === undefined) return null;
  const words = others.length === 0 ? `“${first.name}”` : `${stale.length} folders`;
  return (
    <Link className="item warn-link" href={`${to("code")}?target=${first.platform}.${first.lang}`}>
      <span className="dot warn" /> Code in {words} is out of date
    </Link>
  );
}

function useStaleExports(): readonly ExportFolder[] {
  const { client } = useConsole();
  const { space } = useHere();
  const bridge = desktopBridge();
  const fresh = useRef<FreshTags>(new Map());
  const { data } = useQuery({
    queryKey: [...staleExportsKey, space.id],
    queryFn: async () => {
      if (bridge === null) return [];
      // Fetched only where it is needed: a browser never does.
      const { staleExports } = await import("../exports/stale-exports.ts");
      return staleExports(client, bridge, space.id, fresh.current);
    },
    refetchInterval: lookEvery,
    enabled: bridge !== null,
  });
  return data ?? [];
}
