import { TriangleAlert } from "lucide-react";
import { useStore } from "zustand";
import { tell } from "../desktop/desktop-store.ts";
import { useDesktop } from "../desktop/use-desktop.ts";
import { useConsole } from "../page/console-context.ts";
import { Icon } from "../parts/Icon.tsx";

/** Says that the server is gone. What is on screen stays; it goes on by itself when the server is back. The app can restart it. */
export function LostBanner() {
  const { server, desktop: store } = useConsole();
  const lost = useStore(server, (state) => state.reach === "lost");
  const desktop = useDesktop();
  const run = (work: () => Promise<unknown>) => () => void tell(store, work);
  return (
    <div className="notice" role="alert">
      {lost && (
        <p className="lost">
          <Icon of={TriangleAlert} size={14} />
          <b className="strong">Server not reachable. Retrying…</b>
          <span className="direction">Nothing on this page is lost; it goes on where it stopped.</span>
          {desktop !== null && (
            <>
              <span className="spacer" />
              <button type="button" className="btn btn-sm" onClick={run(desktop.bridge.restartServer)}>
                Restart the server
              </button>
              <button type="button" className="btn btn-sm" onClick={run(desktop.bridge.openLogs)}>
                Open logs
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
