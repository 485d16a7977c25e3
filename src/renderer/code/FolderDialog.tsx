import { useState } from "react";
import type { Change } from "../../core/codegen/folder/change.ts";
import { type ExportPlan, writeExport } from "../exports/folder-export.ts";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm } from "../parts/use-form.ts";
import { counted } from "../text/format.ts";

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
export function FolderDialog({ plan, onClose, onWritten }: FolderDialogProps) {
  const edited = plan.changes.filter(({ kind }) => kind === "edited");
  const [overwrite, setOverwrite] = useState(false);
  const withheld = edited.length > 0 && !overwrite;
  const form = useForm({
    send: async () => {
      await writeExport(plan);
      onWritten(plan.folder.name);
      return { show: onClose };
    },
    refused: (reason) => ({
      words: reason instanceof Error ? reason.message : "The folder cannot be written.",
    }),
    failure: `The code was not written into “${plan.folder.name}”.`,
  });
  const { sending, error } = form;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="wide"
      title={`Write the code into “${plan.folder.name}”`}
      about={
        plan.changes.length === 0
          ? "Every file is there already, as it would be written."
          : `${counted(plan.changes.length, "file")} will change; ${counted(plan.unchanged, "file")} are there already. Files that Understudy did not write are left alone.`
      }
      note={
        <span className="direction">
          {withheld ? "Edited files are yours: nothing is written until you say so." : ""}
        </span>
      }
      keep="Keep it as it is"
      act={sending ? "Writing…" : `Write ${counted(plan.changes.length, "file")}`}
      disabled={sending || plan.changes.length === 0 || withheld}
    >
      {plan.changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
        <ul className="diff export-plan" tabIndex={0} aria-label="What changes">
          {plan.changes.map(({ path, kind }) => (
            <li key={path}>
              <span className="mono truncate" title={path}>
                {path}
              </span>
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
      {error !== null && (
        <p className="field-error" role="alert">
          {plan.folder.lands === "whole"
            ? error
            : `Not everything was written. ${error} Nothing that was there before is lost: try again.`}
        </p>
      )}
    </FormDialog>
  );
}
