import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { routeQuery } from "../api/queries.ts";
import { resumeEdits } from "../app/resume-edits.ts";
import { sayProblem, tell, useDesktop } from "../desktop/desktop-store.ts";
import { useDesktopLink } from "../desktop/use-desktop-link.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly, spacesQuery } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useFresh } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { FindBar } from "./FindBar.tsx";
import { useFrameCommands } from "./frame-commands.ts";
import { KeyMapDialog } from "./KeyMapDialog.tsx";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { ToastStack } from "./ToastStack.tsx";
import { TopBar } from "./TopBar.tsx";
import { useKeys } from "./use-keys.ts";
import { useLostFocus } from "./use-lost-focus.ts";

/** What is around every page: rail, top bar, status bar, palette, keys, and the figures that they show. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { environment, page } = useHere();
  const bare = page === "stage";
  const stage = useRef<HTMLElement>(null);
  const [overlay, setOverlay] = useState<"palette" | "keys" | null>(null);
  const [start, setStart] = useState("");
  const [finding, setFinding] = useState(0);
  const openPalette = (typed = "") => {
    setStart(typed);
    setOverlay("palette");
  };
  useFigures();
  useKeptEdits();
  useCommands(
    useFrameCommands({
      palette: openPalette,
      keys: () => setOverlay("keys"),
      find: () => setFinding((times) => times + 1),
    }),
  );
  useKeys();
  useLostFocus();
  useDesktopLink();
  return (
    <>
      <Link
        href="#stage"
        className="skip btn btn-primary"
        onClick={(event) => {
          event.preventDefault();
          stage.current?.focus();
        }}
      >
        Skip to the page
      </Link>
      <div className={bare ? "app is-stage" : "app"} data-env={environment}>
        {!bare && <Rail />}
        {!bare && <TopBar onPalette={() => openPalette()} />}
        <div className="notice">
          <LostBanner />
          {finding > 0 && (
            <FindBar
              key={finding}
              within={stage}
              onClose={() => {
                setFinding(0);
                stage.current?.focus();
              }}
            />
          )}
        </div>
        <main className="stage" id="stage" ref={stage} tabIndex={-1}>
          {children}
        </main>
        <StatusBar />
      </div>
      <Palette
        open={overlay === "palette"}
        start={start}
        onOpenChange={(open) => setOverlay(open ? "palette" : null)}
      />
      {overlay === "keys" && <KeyMapDialog onClose={() => setOverlay(null)} />}
      <ToastStack />
    </>
  );
}

/** Goes on with what earlier pages left unsaved in this Space. */
function useKeptEdits(): void {
  const console = useConsole();
  const { space, canEdit } = useHere();
  useEffect(() => {
    if (canEdit) void resumeEdits(console, space.id);
  }, [console, space.id, canEdit]);
}

/** Keeps the figures and the model fresh while the page is visible; looks eagerly for a server that is gone. */
function useFigures(): void {
  const console = useConsole();
  const { client, server, ...model } = console;
  const place = usePlace();
  const lost = useStore(server, (state) => state.reach === "lost");
  const { spaceId } = place;
  useFresh(routeQuery(client, "getStats", inPlace(place)), 1500);
  useFresh(routeQuery(client, "getStatus", {}), lost ? 1000 : slowly);
  useFresh(routeQuery(client, "getMe", {}), slowly);
  // A Space may be deleted elsewhere, or taken away by a restore.
  useFresh(spacesQuery(console), slowly);
  useFresh(routeQuery(client, "listEnvironments", { params: { spaceId } }), slowly);
  useFresh(routeQuery(client, "countUsers", inPlace(place)), slowly);
  useFresh(model.collections.query(spaceId), slowly);
  useFresh(model.tribes.query(spaceId), slowly);
  useFresh(model.types.query(spaceId), slowly);
  useFresh(model.personas.query(spaceId), slowly);
}

/** Says that the server is gone. What is on screen stays; it goes on by itself when the server is back. The app can restart it. */
function LostBanner() {
  const { server, toasts, desktop: store } = useConsole();
  const lost = useStore(server, (state) => state.reach === "lost");
  const desktop = useDesktop();
  const run = (work: () => Promise<unknown>) => () => void sayProblem(store, toasts, tell(store, work));
  return (
    <div role="alert">
      {lost && (
        <p className="lost">
          <Icon of={TriangleAlert} size={14} />
          <b className="strong">Server not reachable. Retrying…</b>
          <span className="direction">Nothing on this page is lost; it goes on where it stopped.</span>
          {desktop !== null && (
            <>
              <span className="spacer" />
              <Button small onClick={run(desktop.bridge.restartServer)}>
                Restart the server
              </Button>
              <Button small onClick={run(desktop.bridge.openLogs)}>
                Open logs
              </Button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
