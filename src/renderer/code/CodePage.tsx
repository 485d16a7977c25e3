import "./code.css";
import { RadioGroup } from "radix-ui";
import { useEffect } from "react";
import { findLanguage, languages, languagesOf, platforms } from "../../core/codegen/languages.ts";
import { environmentNames } from "../../core/primitives.ts";
import { type Code, useCode } from "../exports/use-code.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, Failed } from "../parts/PageState.tsx";
import { Radio } from "../parts/Radio.tsx";
import { useAddressQuery, useNotUnderstood } from "../parts/use-address-query.ts";
import { When } from "../parts/When.tsx";
import { browserStorage, remember, remembered } from "../stores/browser-memory.ts";
import { counted } from "../text/format.ts";
import { type CodeFile, changedFiles, codeFiles } from "./code-changes.ts";
import { ExportButtons } from "./ExportButtons.tsx";
import { FileTree } from "./FileTree.tsx";
import { FileView } from "./FileView.tsx";

const first = languages[0];

/** What of the page is in its address. */
interface CodeView {
  readonly target: string;
  readonly file: string | null;
  readonly onlyChanges: boolean;
}

/** The typed code that a Space generates: to read, to compare with the last export, and to export. */
export function CodePage() {
  const { space } = useHere();
  const { view, change } = useCodeView();
  const shownCode = useCode({ spaceId: space.id, ...readTarget(view.target) });
  const { code, last, problem } = shownCode;
  const files = code === null || last === undefined ? null : codeFiles(code.files, last?.files ?? null);
  const shown = files === null ? [] : view.onlyChanges ? changedFiles(files) : files;
  const isMissing = files !== null && view.file !== null && !files.some(({ path }) => path === view.file);
  const open = isMissing ? null : openFile(shown, view.file);
  return (
    <>
      <FileTree
        files={files === null ? null : shown}
        failed={problem !== null}
        open={open?.path ?? null}
        onOpen={(file) => change({ file })}
      />
      <div className="stage-col ruled">
        <PageHead
          title="Code"
          about={
            files !== null && (
              <CodeSummary
                code={shownCode}
                files={files}
                onlyChanges={view.onlyChanges}
                onOnlyChanges={(onlyChanges) => change({ onlyChanges })}
              />
            )
          }
        >
          <ExportButtons code={shownCode} />
        </PageHead>
        <div className="code-bar inset">
          <TargetSwitch target={view.target} onChange={(target) => change({ target, file: null })} />
          <span className="spacer" />
          <span className="direction truncate">in a project, and in CI with --check:</span>
          <code className="mono">{command}</code>
          <CopyButton text={command} label={`Copy “${command}”`} />
        </div>
        {files !== null && <KeyFile target={view.target} />}
        {files === null && problem !== null && (
          <Failed page title="The code could not be generated" reason={problem} onRetry={shownCode.again} />
        )}
        {open !== null && <FileView key={open.path} file={open} compare={view.onlyChanges} />}
        {isMissing && (
          <Empty page title={`There is no file “${view.file}” here`}>
            What it was made from may have been renamed or deleted, or it is of another language. Choose
            another one in the tree.
          </Empty>
        )}
        {files !== null && open === null && !isMissing && (
          <p className="inset direction code-nothing">
            Nothing has changed since the last export: what you have is what would be written.
          </p>
        )}
      </div>
    </>
  );
}

interface CodeSummaryProps {
  readonly code: Code;
  readonly files: readonly CodeFile[];
  readonly onlyChanges: boolean;
  readonly onOnlyChanges: (on: boolean) => void;
}

/** Writes the code from a terminal. */
const command = "understudy update";

/** How much there is, and what of it changed since the last export. */
function CodeSummary({ code: { code, last }, files, onlyChanges, onOnlyChanges }: CodeSummaryProps) {
  const changes = changedFiles(files).length;
  return (
    <>
      <span className="num">{counted(code?.files.length ?? 0, "file")}</span>
      {last === null && <span className="direction truncate">not exported yet from this browser</span>}
      {last && (
        <Button
          small
          aria-pressed={onlyChanges}
          disabled={changes === 0 && !onlyChanges}
          onClick={() => onOnlyChanges(!onlyChanges)}
        >
          {changes === 0 ? "No change" : counted(changes, "change")} since <When at={last.at} real />
        </Button>
      )}
    </>
  );
}

/** The developer's own file, without which the code of some languages does not compile. */
function KeyFile({ target }: { readonly target: string }) {
  const { apiKey, environment } = useHere();
  const { platform, lang } = readTarget(target);
  const file = findLanguage(platform, lang)?.keyFile ?? null;
  if (file === null) return null;
  const key = `the ${environmentNames[environment]} key`;
  return (
    <div className="code-bar inset">
      <code className="mono">{file.name}</code>
      <span className="direction truncate">
        beside these folders is yours: without it they do not compile
      </span>
      <span className="spacer" />
      {apiKey !== null && (
        <CopyButton
          text={file.text(apiKey)}
          label={`Copy ${file.name} with ${key}`}
          words={`Copy it with ${key}`}
        />
      )}
    </div>
  );
}

/** Swift's is named as its Space, and no other file of the same folder is in one word. */
const entry = /\/(index\.\w+|Space\.\w+|\w+\.swift)$/;

/** The file that the address names, else the first that a person would read. */
function openFile(files: readonly CodeFile[], wanted: string | null): CodeFile | null {
  return (
    files.find(({ path }) => path === wanted) ??
    files.find(({ path }) => entry.test(path) && !/(^|\/)understudy\//.test(path)) ??
    files[0] ??
    null
  );
}

const readTarget = (target: string) => {
  const [platform = "", lang = ""] = target.split(".");
  return { platform, lang };
};

const targetOf = ({ platform, lang }: { readonly platform: string; readonly lang: string }) =>
  `${platform}.${lang}`;
const rememberedTarget = "understudy:code-target";

function useCodeView() {
  const [query, changeQuery] = useAddressQuery();
  const known = languages.map(targetOf);
  const isKnown = (target: unknown): target is string => known.some((one) => one === target);
  const last = remembered(browserStorage, rememberedTarget);
  useNotUnderstood(query.target === undefined || isKnown(query.target) ? [] : [`target=${query.target}`]);
  const view: CodeView = {
    target: [query.target, last].find(isKnown) ?? (first === undefined ? "" : targetOf(first)),
    file: query.file ?? null,
    onlyChanges: query.show === "changes",
  };
  useEffect(() => void remember(browserStorage, rememberedTarget, view.target), [view.target]);
  const change = (some: Partial<CodeView>) => {
    const { target, file, onlyChanges } = { ...view, ...some };
    changeQuery({ target, file, show: onlyChanges ? "changes" : null }, { replace: true });
  };
  return { view, change };
}

interface TargetSwitchProps {
  /** `<platform>.<language>`. */
  readonly target: string;
  readonly onChange: (target: string) => void;
}

const platformNames: Readonly<Record<string, string>> = {
  browser: "Browser",
  ios: "iOS",
  android: "Android",
  roku: "Roku",
};

/** The platform and language that code is generated for: a platform's languages stand together behind its name. */
function TargetSwitch({ target, onChange }: TargetSwitchProps) {
  return (
    <RadioGroup.Root className="targets" aria-label="Language" value={target} onValueChange={onChange}>
      {platforms.map((platform) => (
        <PlatformLanguages key={platform} platform={platform} />
      ))}
    </RadioGroup.Root>
  );
}

function PlatformLanguages({ platform }: { readonly platform: string }) {
  const name = platformNames[platform] ?? platform;
  return (
    <span className="target-platform">
      {/* Each language says it itself. */}
      <span className="label" aria-hidden="true">
        {name}
      </span>
      <span className="seg">
        {languagesOf(platform).map(({ lang, title }) => (
          <Radio key={lang} value={`${platform}.${lang}`}>
            {title}
            <span className="sr"> for {name}</span>
          </Radio>
        ))}
      </span>
    </span>
  );
}
