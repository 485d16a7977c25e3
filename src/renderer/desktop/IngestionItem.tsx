import { useConsole } from "../page/console-context.ts";
import { useStatus } from "../page/reads.ts";
import { pauseIngestion } from "./desktop-store.ts";
import { useDesktop } from "./use-desktop.ts";

/** In the status bar while no events are taken; the desktop app can go on from here. */
export function IngestionItem() {
  const { desktop: store } = useConsole();
  const paused = useStatus()?.ingestion === "paused";
  const desktop = useDesktop();
  const isPaused = desktop === null ? paused : desktop.state.ingestion === "paused";
  if (!isPaused) return null;
  return (
    <span className="item clock">
      <b>Ingestion paused</b>
      {desktop !== null && (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => void pauseIngestion(store, desktop.bridge, false)}
        >
          Resume
        </button>
      )}
    </span>
  );
}
