import "./chooser.css";
import { FolderOpen } from "lucide-react";
import { useEffect, useId } from "react";
import { useStore } from "zustand";
import type { ChooserState, DesktopBridge, WorkspaceFolder } from "../../core/ipc.ts";
import { Button } from "../parts/Button.tsx";
import { Brand } from "../parts/Frameless.tsx";
import {
  type ChooserStore,
  choose,
  type FolderChoice,
  loadChooser,
  openChosen,
  pickFolder,
  selectedFolder,
} from "./chooser-store.ts";

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
  "The demo is a small cinema to look at, and to delete later. The show is the same on the evening of a premiere: 180 people, a script to play, and the sample app beside it.";

function StartButtons({ store, bridge }: ChooserProps) {
  const view = useStore(store);
  const folder = selectedFolder(view);
  const idle = folder !== null && folder.kind !== "unusable" && !view.opening;
  const start = (how: "show" | "demo" | "empty") => () => void openChosen(store, bridge, how);
  if (folder?.kind === "workspace")
    return (
      <Button look="primary" disabled={!idle} onClick={start("empty")}>
        {view.opening ? "Opening…" : "Open"}
      </Button>
    );
  return (
    <span className="chooser-starts">
      <Button disabled={!idle} onClick={start("empty")}>
        Start empty
      </Button>
      <Button disabled={!idle} onClick={start("show")}>
        Start with a show
      </Button>
      <Button look="primary" disabled={!idle} onClick={start("demo")}>
        {view.opening ? "Opening…" : "Start with the demo"}
      </Button>
    </span>
  );
}

interface FolderChoicesProps {
  readonly store: ChooserStore;
  readonly bridge: DesktopBridge;
  readonly state: ChooserState;
  readonly choice: FolderChoice;
}

/** The folders that can be opened, one of them selected. */
function FolderChoices({ store, bridge, state, choice }: FolderChoicesProps) {
  const { suggested, picked, recents } = state;
  const others = recents.flatMap((folder, recent) =>
    folder.path === suggested.path ? [] : [{ folder, choice: { recent } }],
  );
  const offered = [
    { title: "The app’s own place", folder: suggested, choice: "suggested" as const },
    ...(picked === null ? [] : [{ title: "Your folder", folder: picked, choice: "picked" as const }]),
    ...others.map((one) => ({ title: "Recent", ...one })),
  ];
  return (
    <fieldset className="folders" aria-label="Folder">
      {offered.map((one) => (
        <FolderRow
          key={JSON.stringify(one.choice)}
          title={one.title}
          folder={one.folder}
          selected={JSON.stringify(one.choice) === JSON.stringify(choice)}
          onSelect={() => choose(store, one.choice)}
        />
      ))}
      <Button
        look="quiet"
        icon={FolderOpen}
        className="folder-pick"
        onClick={() => void pickFolder(store, bridge)}
      >
        {picked === null ? "Choose a folder, or a workspace…" : "Choose another folder…"}
      </Button>
    </fieldset>
  );
}

interface FolderRowProps {
  readonly title: string;
  readonly folder: WorkspaceFolder;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function FolderRow({ title, folder, selected, onSelect }: FolderRowProps) {
  const about = useId();
  return (
    <label className={`folder ${selected ? "is-selected" : ""}`}>
      <input type="radio" name="folder" checked={selected} onChange={onSelect} aria-describedby={about} />
      <span className="folder-text">
        <span className="strong">{title}</span>
        <span className="mono truncate" title={folder.path}>
          {folder.path}
        </span>
        <span id={about} className={folder.problem === null ? "direction small" : "field-error"}>
          {folder.problem ?? kindWords[folder.kind]}
        </span>
      </span>
    </label>
  );
}

const kindWords: Readonly<Record<WorkspaceFolder["kind"], string>> = {
  new: "The folder will be created.",
  empty: "The folder is empty.",
  workspace: "A workspace is there.",
  unusable: "",
};
