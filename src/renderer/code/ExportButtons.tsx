import { Download, FolderOutput } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { useHere } from "../app/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { say } from "../stores/toasts-store.ts";
import { noteExport } from "./code-store.ts";
import { browserMemory } from "./export-memory.ts";
import { FolderDialog } from "./FolderDialog.tsx";
import { canPickFolder, pickFolder } from "./folder-access.ts";
import { type ExportPlan, planExport } from "./folder-export.ts";

/** The two ways out: a zip, and a folder where the browser may write into one. */
export function ExportButtons() {
  const { code: store, toasts } = useConsole();
  const ready = useStore(store, ({ code }) => code !== null);
  const [plan, setPlan] = useState<ExportPlan | null>(null);
  const zip = useZip();
  const choose = usePlan(setPlan);
  useCommands([
    { id: "code/zip", title: "Export the code as a zip", group: "Code", keys: "x", run: () => void zip() },
    ...(canPickFolder()
      ? [
          {
            id: "code/folder",
            title: "Write the code into a folder…",
            group: "Code",
            run: () => void choose(),
          },
        ]
      : []),
  ]);
  return (
    <>
      {canPickFolder() && (
        <button type="button" className="btn" disabled={!ready} onClick={() => void choose()}>
          <Icon of={FolderOutput} size={14} />
          Write into a folder…
        </button>
      )}
      <button type="button" className="btn btn-primary" disabled={!ready} onClick={() => void zip()}>
        <Icon of={Download} size={14} />
        Export zip
      </button>
      <FolderDialog
        plan={plan}
        onClose={() => setPlan(null)}
        onWritten={(name) => {
          setPlan(null);
          say(toasts, `Wrote the code into “${name}”`);
          void noteExport(store, browserMemory, "folder");
        }}
      />
    </>
  );
}

function useZip(): () => Promise<void> {
  const { code: store, client, toasts } = useConsole();
  const { space } = useHere();
  return async () => {
    const [, platform = "", lang = ""] = (store.getState().subject ?? "").split("/");
    try {
      const params = { spaceId: space.id };
      const body = { platform, lang };
      const zip = await client.download("generateCode", "application/zip", { params, body });
      saveAs(zip, `${space.key}-${lang}.zip`);
      say(toasts, `Exported ${space.key}-${lang}.zip`);
      await noteExport(store, browserMemory, "zip");
    } catch (error) {
      say(toasts, `The code was not exported. ${inWords(error)}`);
    }
  };
}

/** Asks for a folder and says what would change there. */
function usePlan(onPlan: (plan: ExportPlan) => void): () => Promise<void> {
  const { code: store, toasts } = useConsole();
  const { space } = useHere();
  return async () => {
    const { code } = store.getState();
    if (code === null) return;
    try {
      const folder = await pickFolder();
      if (folder !== null) onPlan(await planExport(folder, space.id, code.files));
    } catch (error) {
      say(
        toasts,
        `Nothing was written. ${error instanceof Error ? error.message : "The folder cannot be read."}`,
      );
    }
  };
}

function saveAs(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
