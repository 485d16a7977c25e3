import "./chooser.css";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { DesktopBridge } from "../../core/ipc.ts";
import { Brand } from "../parts/Frameless.tsx";
import { type ChooserStore, loadChooser, openChosen, selectedFolder } from "./chooser-store.ts";
import { FolderChoices } from "./FolderChoices.tsx";

interface ChooserProps {
  readonly store: ChooserStore;
  readonly bridge: DesktopBridge;
}

/** Where the workspace is, and what a new one begins with: the one question before the console. */
export function Chooser({ store, bridge }: ChooserProps) {
  const view = useStore(store);
  useEffect(() => void loadChooser(store, bridge), [store, bridge]);
  const { state, problem } = view;
  const folder = selectedFolder(view);
  return (
    <main className="chooser" aria-busy={state === null}>
      <p className="bare-brand">
        <Brand /> Understudy
      </p>
      <h1 className="title">
        {state?.firstRun === false ? "Open a workspace" : "Where to keep your workspace"}
      </h1>
      <p className="direction">
        A folder with your Spaces, Collections and Tribes. It can live in git; events stay on this computer.
      </p>
      {state !== null && <FolderChoices store={store} bridge={bridge} state={state} choice={view.choice} />}
      <div className="chooser-foot">
        <p
          className={problem === null ? "direction" : "field-error"}
          role={problem === null ? undefined : "alert"}
        >
          {problem ?? (folder?.kind === "workspace" ? "It opens as you left it." : demoWords)}
        </p>
        <StartButtons store={store} bridge={bridge} />
      </div>
    </main>
  );
}

const demoWords =
  "The demo is a small cinema: Collections, Tribes and people to look at, and to delete later.";

function StartButtons({ store, bridge }: ChooserProps) {
  const view = useStore(store);
  const folder = selectedFolder(view);
  const idle = folder !== null && folder.kind !== "unusable" && !view.opening;
  const start = (how: "demo" | "empty") => () => void openChosen(store, bridge, how);
  if (folder?.kind === "workspace")
    return (
      <button type="button" className="btn btn-primary" disabled={!idle} onClick={start("empty")}>
        {view.opening ? "Opening…" : "Open"}
      </button>
    );
  return (
    <span className="chooser-starts">
      <button type="button" className="btn" disabled={!idle} onClick={start("empty")}>
        Start empty
      </button>
      <button type="button" className="btn btn-primary" disabled={!idle} onClick={start("demo")}>
        {view.opening ? "Opening…" : "Start with the demo"}
      </button>
    </span>
  );
}
