import { FolderOpen } from "lucide-react";
import { useId } from "react";
import type { ChooserState, DesktopBridge, WorkspaceFolder } from "../../core/ipc.ts";
import { Icon } from "../parts/Icon.tsx";
import { type ChooserStore, choose, type FolderChoice, pickFolder } from "./chooser-store.ts";

interface FolderChoicesProps {
  readonly store: ChooserStore;
  readonly bridge: DesktopBridge;
  readonly state: ChooserState;
  readonly choice: FolderChoice;
}

/** The folders that can be opened, one of them selected. */
export function FolderChoices({ store, bridge, state, choice }: FolderChoicesProps) {
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
      <button
        type="button"
        className="btn btn-quiet folder-pick"
        onClick={() => void pickFolder(store, bridge)}
      >
        <Icon of={FolderOpen} size={14} />
        {picked === null ? "Choose a folder, or a workspace…" : "Choose another folder…"}
      </button>
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
  new: "The folder will be made.",
  empty: "The folder is empty.",
  workspace: "A workspace is there.",
  unusable: "",
};
