import { Link } from "wouter";
import { useStore } from "zustand";
import type { Clock, Status } from "../../core/settings.ts";
import { IngestionItem } from "../desktop/IngestionItem.tsx";
import { StaleExportNote } from "../exports/StaleExportNote.tsx";
import { useConsole } from "../page/console-context.ts";
import { pagePath } from "../page/pages.ts";
import { useStats, useStatus } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { bareAddress, count, counted, moment, rate } from "../text/format.ts";
import { UnsavedEdits } from "./UnsavedEdits.tsx";

/** The server's state at the foot of every page: where it listens and how busy this environment is. */
export function StatusBar() {
  const reach = useStore(useConsole().server, (state) => state.reach);
  const status = useStatus();
  const { stats } = useStats();
  const { environments, environment } = useHere();
  const revision = environments.find((one) => one.key === environment)?.revision;
  return (
    <footer className="foot">
      <span className="item">
        <span className={`dot ${reach === "running" ? "ok" : "bad"}`} />
        <b>{reach === "running" ? "Running" : "Not reachable"}</b>
      </span>
      {status !== null && <Addresses status={status} />}
      <span className="spacer" />
      <UnsavedEdits />
      <StaleExportNote />
      <IngestionItem />
      {status !== null && status.clock.mode !== "system" && <ClockItem clock={status.clock} />}
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
  const { space, environment } = useHere();
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
        <Link className="item warn-link" href={pagePath({ spaceKey: space.key, environment }, "settings")}>
          <span className="dot warn" /> {counted(status.warnings.length, "warning")}
        </Link>
      )}
    </>
  );
}

function ClockItem({ clock }: { readonly clock: Clock }) {
  return (
    <span className="item clock">
      {clock.mode === "frozen" ? "Clock stands at" : "Clock moved to"}{" "}
      <b className="num">{moment(clock.at)}</b>
    </span>
  );
}
