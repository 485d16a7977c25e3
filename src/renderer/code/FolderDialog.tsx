import { useState } from "react";
import type { Change } from "../../core/codegen/folder/change.ts";
import { Modal } from "../parts/Modal.tsx";
import { counted } from "../text/format.ts";
import { type ExportPlan, writeExport } from "./folder-export.ts";

interface FolderDialogProps {
  /** Null while it is closed. */
  readonly plan: ExportPlan | null;
  readonly onClose: () => void;
  readonly onWritten: (folderName: string) => void;
}

/** What writing into a folder will change there, before it does. */
export function FolderDialog({ plan, onClose, onWritten }: FolderDialogProps) {
  if (plan === null) return null;
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title={`Write the code into “${plan.folder.name}”`}
      about={
        plan.changes.length === 0
          ? "Every file is there already, as it would be written."
          : `${counted(plan.changes.length, "file")} will change; ${counted(plan.unchanged, "file")} are there already. Files that Understudy did not write are left alone.`
      }
    >
      <Plan key={plan.folder.name} plan={plan} onClose={onClose} onWritten={onWritten} />
    </Modal>
  );
}

const kindWords: Readonly<Record<Change["kind"], string>> = {
  missing: "new",
  outdated: "changes",
  stale: "is removed",
  edited: "was edited by hand",
};

function Plan({ plan, onClose, onWritten }: FolderDialogProps & { readonly plan: ExportPlan }) {
  const edited = plan.changes.filter(({ kind }) => kind === "edited");
  const [overwrite, setOverwrite] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const write = async () => {
    setWriting(true);
    try {
      await writeExport(plan);
      onWritten(plan.folder.name);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The folder cannot be written.");
    }
    setWriting(false);
  };
  return (
    <>
      <div className="dialog-body">
        {plan.changes.length > 0 && (
          <ul className="diff export-plan" aria-label="What changes">
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
        {problem !== null && (
          <p className="field-error" role="alert">
            {plan.folder.lands === "whole"
              ? problem
              : `Not everything was written. ${problem} Nothing that was there before is lost: try again.`}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <span className="direction">
          {edited.length > 0 && !overwrite
            ? "Edited files are yours: nothing is written until you say so."
            : ""}
        </span>
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep it as it is
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={writing || plan.changes.length === 0 || (edited.length > 0 && !overwrite)}
          onClick={() => void write()}
        >
          {writing ? "Writing…" : `Write ${counted(plan.changes.length, "file")}`}
        </button>
      </div>
    </>
  );
}
