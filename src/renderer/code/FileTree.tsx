import { FileCode2, Folder } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { Icon } from "../parts/Icon.tsx";
import { type CodeFile, type FileState, treeLines } from "./code-changes.ts";

interface FileTreeProps {
  /** Null while they are on their way. */
  readonly files: readonly CodeFile[] | null;
  readonly open: string | null;
  readonly onOpen: (path: string) => void;
}

/** The files that would be written. Arrow keys walk them. */
export function FileTree({ files, open, onOpen }: FileTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => walk(event, list.current);
  return (
    <nav className="side" aria-label="Generated files">
      <div className="side-head">
        <h2 className="heading">Files</h2>
      </div>
      {files === null ? (
        <div className="skeleton-page side-wait" aria-busy="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ) : (
        <ul className="tree scroll" ref={list} onKeyDown={onKeyDown}>
          {treeLines(files).map(({ path, name, depth, file }) => (
            <li key={path} style={{ "--d": depth } as React.CSSProperties}>
              {file === null ? (
                <span className="tree-folder">
                  <Icon of={Folder} size={14} />
                  <span className="truncate">{name}</span>
                </span>
              ) : (
                <FileLine file={file} name={name} isOpen={path === open} onOpen={() => onOpen(path)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

interface FileLineProps {
  readonly file: CodeFile;
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

const stateWords: Readonly<Record<FileState, string | null>> = {
  same: null,
  added: "new",
  changed: "changed",
  removed: "goes",
};

function FileLine({ file, name, isOpen, onOpen }: FileLineProps) {
  const words = stateWords[file.state];
  return (
    <button
      type="button"
      className={`tree-file ${file.state === "removed" ? "is-removed" : ""}`}
      aria-current={isOpen ? "true" : undefined}
      title={file.path}
      onClick={onOpen}
    >
      <Icon of={FileCode2} size={14} />
      <span className="truncate">{name}</span>
      {words !== null && (
        <span className="end">
          <span className="direction">{words}</span>
          <span className="rev" aria-hidden="true">
            *
          </span>
        </span>
      )}
    </button>
  );
}

function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || list === null) return;
  const files = [...list.querySelectorAll<HTMLElement>(".tree-file")];
  const at = files.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  files[Math.max(0, Math.min(files.length - 1, at + step))]?.focus();
}
