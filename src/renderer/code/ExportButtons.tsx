import { useQuery } from "@tanstack/react-query";
import { Download, FolderOutput } from "lucide-react";
import { useState } from "react";
import type { Change } from "../../core/codegen/folder/change.ts";
import type { ExportFolder } from "../../core/ipc.ts";
import { inWords } from "../api/api-problem.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { canPickFolder, type FolderAccess, FolderGone, pickFolder } from "../exports/folder-access.ts";
import { type ExportPlan, planExport, writeExport } from "../exports/folder-export.ts";
import { desktopFolder } from "../exports/stale-exports.ts";
import { type Code, type CodeSubject, subjectKey } from "../exports/use-code.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { useForm } from "../parts/use-form.ts";
import type { Command } from "../stores/commands-store.ts";
import { say } from "../stores/toasts-store.ts";
import { counted } from "../text/format.ts";

/** The two ways out: a zip, and a folder where there is a way to write into one. */
export function ExportButtons({ code }: { readonly code: Code }) {
  const { toasts } = useConsole();
  const ready = code.code !== null;
  const [plan, setPlan] = useState<ExportPlan | null>(null);
  const zip = useZip(code);
  const folder = useFolderExport(code, setPlan);
  useCommands([
    { id: "code/zip", title: "Export the code as a zip", group: "Code", keys: "x", run: () => void zip() },
    ...folderCommands(folder),
  ]);
  return (
    <>
      {folder.possible && <FolderButtons folder={folder} ready={ready} />}
      <Button look="primary" icon={Download} disabled={!ready} onClick={() => void zip()}>
        Export zip
      </Button>
      {plan !== null && (
        <FolderDialog
          key={plan.folder.name}
          plan={plan}
          onClose={() => setPlan(null)}
          onWritten={(name) => {
            say(toasts, `Wrote the code into “${name}”`);
            void code.noteExport();
          }}
        />
      )}
    </>
  );
}

/** A folder that is remembered is one press away; another one, and its place on the disk, behind the dots. */
function FolderButtons({ folder, ready }: { readonly folder: FolderExport; readonly ready: boolean }) {
  const { known, remembered } = folder;
  return (
    <>
      <Button
        icon={FolderOutput}
        disabled={!ready || !known}
        title={remembered?.path}
        onClick={() => void (remembered === null ? folder.pick() : folder.again())}
      >
        {remembered === null ? "Write into a folder…" : `Write into “${remembered.name}”…`}
      </Button>
      {remembered !== null && (
        <MoreMenu
          label="More for the folder"
          items={[
            { label: "Another folder…", run: () => void folder.pick() },
            { label: "Open the folder", run: () => void folder.open() },
          ]}
        />
      )}
    </>
  );
}

function folderCommands({ possible, known, remembered, pick, again, open }: FolderExport): Command[] {
  const command = (id: string, title: string, run: () => Promise<void>): Command => ({
    id: `code/${id}`,
    title,
    group: "Code",
    run: () => void run(),
  });
  if (!possible || !known) return [];
  if (remembered === null) return [command("folder", "Write the code into a folder…", pick)];
  return [
    command("folder", `Write the code into “${remembered.name}”…`, again),
    command("other-folder", "Write the code into another folder…", pick),
    command("open-folder", `Open the folder “${remembered.name}”`, open),
  ];
}

function useZip({ subject, noteExport }: Code): () => Promise<void> {
  const { client, removals, toasts } = useConsole();
  const { space } = useHere();
  return async () => {
    const { spaceId, ...body } = subject;
    try {
      const params = { spaceId };
      await removals.settle(space.id);
      const zip = await client.download("generateCode", "application/zip", { params, body });
      saveAs(zip, `${space.key}-${body.lang}.zip`);
      say(toasts, `Exported ${space.key}-${body.lang}.zip`);
      await noteExport();
    } catch (error) {
      say(toasts, `The code was not exported. ${inWords(error)}`);
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

interface FolderDialogProps {
  readonly plan: ExportPlan;
  readonly onClose: () => void;
  readonly onWritten: (folderName: string) => void;
}

const kindWords: Readonly<Record<Change["kind"], string>> = {
  missing: "new",
  outdated: "changes",
  stale: "is removed",
  edited: "was edited by hand",
};

/** What writing into a folder will change there, before it does. */
function FolderDialog({ plan, onClose, onWritten }: FolderDialogProps) {
  const edited = plan.changes.filter(({ kind }) => kind === "edited");
  const [overwrite, setOverwrite] = useState(false);
  const withheld = edited.length > 0 && !overwrite;
  const listAlone = plan.changes.length === 0 && !plan.isDone;
  const form = useForm({
    send: async () => {
      await writeExport(plan);
      onWritten(plan.folder.name);
      return { show: onClose };
    },
    refused: (reason) => ({ words: whyNotWritten(reason, plan.folder) }),
    failure: `The code was not written into “${plan.folder.name}”.`,
  });
  const { sending, error } = form;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="wide"
      title={`Write the code into “${plan.folder.name}”`}
      about={aboutPlan(plan)}
      note={
        <span className="direction">
          {withheld ? "Edited files are yours: nothing is written until you say so." : ""}
        </span>
      }
      act={sending ? "Writing…" : `Write ${listAlone ? "the list" : counted(plan.changes.length, "file")}`}
      disabled={sending || plan.isDone || withheld}
    >
      {plan.changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
        <ul className="diff export-plan" tabIndex={0} aria-label="What changes">
          {plan.changes.map(({ path, kind }) => (
            <li key={path}>
              <span className="mono truncate">{path}</span>
              <span className={kind === "edited" ? "field-error" : "direction"}>{kindWords[kind]}</span>
            </li>
          ))}
        </ul>
      )}
      {edited.length > 0 && (
        <label className="set-inline">
          <input
            type="checkbox"
            checked={overwrite}
            onChange={(event) => setOverwrite(event.target.checked)}
          />
          Overwrite {counted(edited.length, "file")} edited by hand
        </label>
      )}
      <ProblemLine>{error}</ProblemLine>
    </FormDialog>
  );
}

function aboutPlan({ changes, unchanged, isDone }: ExportPlan): string {
  if (isDone) return "Every file is there already, as it would be written.";
  if (changes.length === 0)
    return "Every file is there already. Only the list of what Understudy wrote is missing or old: without it, they would be taken for yours.";
  return `${counted(changes.length, "file")} will change; ${counted(unchanged, "file")} are there already. Files that Understudy did not write are left alone.`;
}

function whyNotWritten(reason: unknown, { lands }: ExportPlan["folder"]): string {
  const why = reason instanceof Error ? reason.message : "The folder cannot be written.";
  if (lands === "whole" || reason instanceof FolderGone) return why;
  return `Not everything was written. ${why} Nothing that was there before is lost: try again.`;
}

/** The ways into a folder that there are here. */
interface FolderExport {
  /** Whether there is any way at all. */
  readonly possible: boolean;
  /** Whether it is known what the app remembers: until then a press could ask for a folder that was picked long ago. */
  readonly known: boolean;
  /** The folder that the desktop app remembers for this Space and language. */
  readonly remembered: ExportFolder | null;
  /** Says what would change in the remembered folder. */
  readonly again: () => Promise<void>;
  /** The same for a folder that the person picks first. */
  readonly pick: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Exporting into a folder: by the desktop app where it is around, else by the browser where that can. */
function useFolderExport({ subject, code }: Code, onPlan: (plan: ExportPlan) => void): FolderExport {
  const { toasts } = useConsole();
  const bridge = desktopBridge();
  const { known, remembered, setRemembered } = useRemembered(subject);
  const plan = async (folder: FolderAccess | null) => {
    if (folder !== null && code !== null) onPlan(await planExport(folder, subject.spaceId, code.files));
  };
  const told = (work: () => Promise<void>) => async () => {
    try {
      await work();
    } catch (error) {
      const why = error instanceof Error ? error.message : "The folder cannot be read.";
      say(toasts, `Nothing was written. ${why}`);
    }
  };
  const pickByApp = async () => {
    const folder = bridge === null ? null : await bridge.pickExportFolder(subject);
    if (bridge === null || folder === null) return;
    setRemembered(folder);
    await plan(desktopFolder(bridge, folder));
  };
  return {
    possible: bridge !== null || canPickFolder(),
    known,
    remembered,
    pick: told(bridge === null ? async () => plan(await pickFolder()) : pickByApp),
    again: told(async () => {
      if (bridge !== null && remembered !== null) await plan(desktopFolder(bridge, remembered));
    }),
    open: told(async () => {
      if (bridge !== null && remembered !== null) await bridge.openExportFolder(subject);
    }),
  };
}

/** The folder that the app remembers for what is on screen. */
function useRemembered(subject: CodeSubject) {
  const { queries } = useConsole();
  const bridge = desktopBridge();
  const queryKey = ["exportFolder", subjectKey(subject)];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async () => {
      const folders = (await bridge?.listExportFolders({ spaceId: subject.spaceId })) ?? [];
      return (
        folders.find(({ platform, lang }) => platform === subject.platform && lang === subject.lang) ?? null
      );
    },
    enabled: bridge !== null,
  });
  return {
    known: bridge === null || data !== undefined || isError,
    remembered: data ?? null,
    setRemembered: (folder: ExportFolder) => queries.setQueryData(queryKey, folder),
  };
}
