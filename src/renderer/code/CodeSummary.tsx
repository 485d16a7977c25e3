import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { count, counted, moment } from "../text/format.ts";
import { type CodeFile, changedFiles } from "./code-changes.ts";

interface CodeSummaryProps {
  readonly files: readonly CodeFile[];
  readonly onlyChanges: boolean;
  readonly onOnlyChanges: (on: boolean) => void;
}

const command = "understudy update";

/** How much there is, what of it changed since the last export, and the same for a terminal. */
export function CodeSummary({ files, onlyChanges, onOnlyChanges }: CodeSummaryProps) {
  const { code, last } = useStore(useConsole().code);
  const changes = changedFiles(files).length;
  return (
    <div className="code-summary inset">
      <span>
        <b className="num strong">{count(code?.files.length ?? 0)}</b> files
      </span>
      {last === null ? (
        <span className="direction">not exported yet from this browser</span>
      ) : (
        <button
          type="button"
          className="btn btn-sm"
          aria-pressed={onlyChanges}
          disabled={changes === 0 && !onlyChanges}
          onClick={() => onOnlyChanges(!onlyChanges)}
        >
          {changes === 0 ? "No change" : counted(changes, "change")} since {moment(last?.at ?? "")}
        </button>
      )}
      <span className="spacer" />
      <span className="direction truncate">in a project, and in CI with --check:</span>
      <code className="mono">{command}</code>
      <CopyButton text={command} label={`Copy “${command}”`} />
    </div>
  );
}
