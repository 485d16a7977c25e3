import "./code.css";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import { languages } from "../../core/codegen/languages.ts";
import { routeAddress } from "../api/client.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { usePoll } from "../app/use-poll.ts";
import { Failed } from "../parts/Failed.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { CodeSummary } from "./CodeSummary.tsx";
import { type CodeFile, changedFiles, codeFiles } from "./code-changes.ts";
import { type CodeSubject, loadCode } from "./code-store.ts";
import { ExportButtons } from "./ExportButtons.tsx";
import { browserMemory } from "./export-memory.ts";
import { FileTree } from "./FileTree.tsx";
import { FileView } from "./FileView.tsx";
import { TargetSwitch } from "./TargetSwitch.tsx";

const askEvery = 5000;
const first = languages[0];

/** What of the page is in its address. */
interface CodeView {
  readonly target: string;
  readonly file: string | null;
  readonly onlyChanges: boolean;
}

/** The typed code that a Space generates: to read, to compare with the last export, and to export. */
export function CodePage() {
  const { code: store } = useConsole();
  const { code, last, problem } = useStore(store);
  const { view, change } = useCodeView();
  const retry = useCode(view.target);
  const files = code === null || last === undefined ? null : codeFiles(code.files, last?.files ?? null);
  const shown = files === null ? [] : view.onlyChanges ? changedFiles(files) : files;
  const open = openFile(shown, view.file);
  return (
    <>
      <FileTree
        files={files === null ? null : shown}
        failed={problem !== null}
        open={open?.path ?? null}
        onOpen={(file) => change({ file })}
      />
      <div className="stage-col ruled">
        <PageHead title="Code">
          <TargetSwitch target={view.target} onChange={(target) => change({ target, file: null })} />
          <ExportButtons />
        </PageHead>
        {files !== null && (
          <CodeSummary
            files={files}
            onlyChanges={view.onlyChanges}
            onOnlyChanges={(onlyChanges) => change({ onlyChanges })}
          />
        )}
        {files === null && problem !== null && (
          <div className="inset page-empty">
            <Failed title="The code could not be generated" reason={problem} onRetry={retry} />
          </div>
        )}
        {open !== null && <FileView key={open.path} file={open} compare={view.onlyChanges} />}
        {files !== null && open === null && <NothingChanged />}
      </div>
    </>
  );
}

function NothingChanged() {
  return (
    <p className="inset direction code-nothing">
      Nothing has changed since the last export: what you have is what would be written.
    </p>
  );
}

/** The file that the address names, else the first that a person would read. */
function openFile(files: readonly CodeFile[], wanted: string | null): CodeFile | null {
  return (
    files.find(({ path }) => path === wanted) ??
    files.find(({ path }) => /\/index\.\w+$/.test(path) && !path.startsWith("understudy/")) ??
    files[0] ??
    null
  );
}

/** Keeps the code of what is chosen fresh. */
function useCode(target: string): () => void {
  const console = useConsole();
  const { space } = useHere();
  const subject: CodeSubject = { spaceId: space.id, ...readTarget(target) };
  const load = () => loadCode(console.code, console, browserMemory, subject);
  usePoll(load, askEvery, `${space.id}/${target}`);
  return () => void load();
}

const readTarget = (target: string) => {
  const [platform = "", lang = ""] = target.split(".");
  return { platform, lang };
};

const targetOf = ({ platform, lang }: { readonly platform: string; readonly lang: string }) =>
  `${platform}.${lang}`;
const rememberedTarget = "understudy:code-target";

function useCodeView() {
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const known = languages.map(targetOf);
  const wanted = search.get("target") ?? localStorage.getItem(rememberedTarget) ?? "";
  const view: CodeView = {
    target: known.includes(wanted) ? wanted : first === undefined ? "" : targetOf(first),
    file: search.get("file"),
    onlyChanges: search.get("show") === "changes",
  };
  useEffect(() => localStorage.setItem(rememberedTarget, view.target), [view.target]);
  const change = (some: Partial<CodeView>) => {
    const { target, file, onlyChanges } = { ...view, ...some };
    const query = { target, file: file ?? undefined, show: onlyChanges ? "changes" : undefined };
    navigate(routeAddress(path, {}, query), { replace: true });
  };
  return { view, change };
}
