import { FileCode2, Folder } from "lucide-react";
import { useRef } from "react";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Icon } from "../parts/Icon.tsx";
import { type CodeFile, type FileState, treeLines } from "./code-changes.ts";

interface FileTreeProps {
  /** Null while they are on their way, or where they could not be had. */
  readonly files: readonly CodeFile[] | null;
  readonly failed: boolean;
  readonly open: string | null;
  readonly onOpen: (path: string) => void;
}

/** The files that would be written. Arrow keys walk them. */
export function FileTree({ files, failed, open, onOpen }: FileTreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const walk = (by: -1 | 1) => () => walkFiles(list.current, by);
  const press = useLocalKeys("In the list of files", [
    { title: "Next file", keys: ["ArrowDown"], run: walk(1) },
    { title: "Previous file", keys: ["ArrowUp"], run: walk(-1) },
  ]);
  return (
    <nav className="side" aria-label="Generated files">
      <div className="side-head">
        <h2 className="heading">Files</h2>
      </div>
      {files === null && failed && <p className="side-wait direction">No files could be generated.</p>}
      {files === null && !failed && (
        <div className="skeleton-page side-wait" aria-busy="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      )}
      {files !== null && (
        <ul className="tree scroll" ref={list} onKeyDown={(event) => press(event)}>
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

function walkFiles(list: HTMLElement | null, by: -1 | 1): void {
  const files = [...(list?.querySelectorAll<HTMLElement>(".tree-file") ?? [])];
  const at = files.indexOf(document.activeElement as HTMLElement);
  files[Math.max(0, Math.min(files.length - 1, at + by))]?.focus();
}
