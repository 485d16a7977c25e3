import { FileCode2, Folder, FolderOpen } from "lucide-react";
import { type CSSProperties, useRef, useState } from "react";
import { Icon } from "../parts/Icon.tsx";
import { useTreeKeys } from "../parts/use-tree-keys.ts";
import { withOrWithout } from "../stores/with-or-without.ts";
import { type CodeFile, type FileState, type TreeLine, treeLines } from "./code-changes.ts";

interface FileTreeProps {
  /** Null while they are on their way, or where they could not be had. */
  readonly files: readonly CodeFile[] | null;
  readonly failed: boolean;
  readonly open: string | null;
  readonly onOpen: (path: string) => void;
}

/** The files that would be written, as a tree: its keys walk it, fold its folders and open its files. */
export function FileTree({ files, failed, open, onOpen }: FileTreeProps) {
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
      {files !== null && <Tree files={files} open={open} onOpen={onOpen} />}
    </nav>
  );
}

function Tree({
  files,
  open,
  onOpen,
}: Pick<FileTreeProps, "open" | "onOpen"> & { readonly files: readonly CodeFile[] }) {
  const tree = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const items = treeLines(files, closed);
  const fold = (id: string, unfolds: boolean) => setClosed(withOrWithout(closed, id, !unfolds));
  const go = ({ id, file }: TreeLine) => (file === null ? fold(id, closed.has(id)) : onOpen(file.path));
  const focus = (id: string) =>
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  const onKeyDown = useTreeKeys("In the tree of files", { items, focus, onOpen: fold, go });
  const entry = [focused, open].find((id) => items.some((one) => one.id === id)) ?? items[0]?.id;
  return (
    <div className="tree scroll" role="tree" aria-label="Files" ref={tree} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <Line
          key={item.id}
          item={item}
          isOpen={item.id === open}
          isEntry={item.id === entry}
          onFocus={() => setFocused(item.id)}
          onGo={() => go(item)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly item: TreeLine;
  readonly isOpen: boolean;
  /** It is the one that Tab leads to. */
  readonly isEntry: boolean;
  readonly onFocus: () => void;
  readonly onGo: () => void;
}

const stateWords: Readonly<Record<FileState, string | null>> = {
  same: null,
  added: "new",
  changed: "changed",
  removed: "goes",
};

function Line({ item: { id, name, level, open, file }, isOpen, isEntry, onFocus, onGo }: LineProps) {
  const words = file === null ? null : stateWords[file.state];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its items.
    <div
      role="treeitem"
      className={`tree-line ${file?.state === "removed" ? "is-removed" : ""}`}
      data-id={id}
      aria-level={level}
      aria-expanded={open ?? undefined}
      aria-selected={file === null ? undefined : isOpen}
      tabIndex={isEntry ? 0 : -1}
      title={id}
      style={{ "--d": level - 1 } as CSSProperties}
      onFocus={onFocus}
      onClick={onGo}
    >
      <Icon of={file !== null ? FileCode2 : open ? FolderOpen : Folder} size={14} />
      <span className="truncate">{name}</span>
      {words !== null && (
        <span className="end">
          <span className="direction">{words}</span>
          <span className="rev" aria-hidden="true">
            *
          </span>
        </span>
      )}
    </div>
  );
}
