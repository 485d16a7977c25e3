import { dirname, join, posix, resolve } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { isALanguage } from "../../core/codegen/codegen-request.ts";
import { issueWords } from "../../core/issue-words.ts";
import { limits } from "../../core/limits.ts";
import { slug } from "../../core/primitives.ts";
import { fileTrouble } from "../../server/file-trouble.ts";
import { isThere } from "../../server/is-there.ts";
import { plainText } from "../../server/plain-text.ts";
import { CliError } from "../cli-error.ts";

export const configName = "understudy.yaml";

const target = z
  .strictObject({ platform: z.string(), lang: z.string(), out: z.string().min(1, "must name a folder") })
  .superRefine(isALanguage);
export type Target = z.output<typeof target>;

const outOf = (one: Target) => posix.normalize(one.out.replaceAll("\\", "/")).replace(/\/$/, "");

/** Two targets may not share a folder: each would take the other's files for stale. */
function apart(targets: readonly Target[]): boolean {
  // In order, whatever is in a folder comes right after it.
  const folders = targets.map((one) => `${outOf(one)}/`.toLowerCase()).sort();
  return folders.every((folder, index) => index === 0 || !folder.startsWith(folders[index - 1] ?? ""));
}

const projectConfig = z.strictObject({
  version: z.literal(1, "must be 1: this command line knows no other version"),
  org: z.string().min(1),
  space: z.string().min(1),
  spaceKey: slug,
  targets: z
    .array(target)
    .min(1, "must have one at least")
    .refine(apart, "need a folder each, none in another's"),
});
/** What a project says of its generated code: the Space, and which languages go where. */
export type ProjectConfig = z.output<typeof projectConfig>;

/** A project's folder with its configuration. */
export interface Project {
  readonly folder: string;
  readonly config: ProjectConfig;
}

/** Where the nearest understudy.yaml is, from `from` upwards; null where there is none. @throws StartError where nobody can say */
export function findConfig(from: string): string | null {
  const path = join(from, configName);
  if (isThere(path)) return path;
  const parent = dirname(from);
  return parent === from ? null : findConfig(parent);
}

/** @throws CliError with the line of what is wrong, or where there is none */
export function readProject(from: string): Project {
  const path = findConfig(resolve(from));
  if (path === null)
    throw new CliError(
      `There is no ${configName} in ${resolve(from)} or above it. Run \`understudy setup\` in your project first.`,
      { code: "no-config" },
    );
  return { folder: dirname(path), config: parseConfig(path, readConfigText(path)) };
}

/** The text of an understudy.yaml. @throws CliError */
export function readConfigText(path: string): string {
  try {
    return plainText(path, limits.projectFileBytes.value);
  } catch (error) {
    throw new CliError(`${path} can't be read: ${fileTrouble(error)}.`);
  }
}

/** @throws CliError with the line of the first thing that is wrong */
export function parseConfig(path: string, text: string): ProjectConfig {
  const lines = new LineCounter();
  // Its own look at keys compares each with each: minutes for a file of many.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [broken] = document.errors;
  if (broken !== undefined)
    throw invalidConfig(
      path,
      lineAt(broken.pos[0]),
      broken.code === "RESOURCE_EXHAUSTION" ? "it nests too deep" : broken.message,
    );
  const again = repeatedKey(document);
  if (again !== null) throw invalidConfig(path, lineAt(again.offset), `${again.key} is there already`);
  const result = projectConfig.safeParse(plainValue(document, path));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at =
    issue?.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? []);
  const offset = offsetOf(document, at);
  const where = at.length === 0 ? "the file" : at.join(".");
  const what =
    issue === undefined || issue.code === "unrecognized_keys"
      ? "is not known here; remove it"
      : issueWords(issue);
  throw invalidConfig(path, lineAt(offset), `${where} ${what}`);
}

/** The first key that stands twice in the file or in a target; what is nested elsewhere is refused in any case. */
function repeatedKey({ contents }: ReturnType<typeof parseDocument>): { key: string; offset: number } | null {
  const targets = isMap(contents) ? contents.get("targets") : null;
  for (const map of [contents, ...(isSeq(targets) ? targets.items : [])].filter(isMap)) {
    const seen = new Set<unknown>();
    for (const { key } of map.items) {
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) return { key: String(key.value), offset: key.range?.[0] ?? 0 };
      seen.add(key.value);
    }
  }
  return null;
}

/** @throws CliError where aliases would make a small file a huge value */
function plainValue(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 });
  } catch (error) {
    throw invalidConfig(path, 1, error instanceof Error ? error.message : "it can't be read");
  }
}

/** Where a member stands; where its parent does, if it is missing. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly number[] } | undefined)?.range;
    if (range?.[0] !== undefined) return range[0];
  }
  return 0;
}

const invalidConfig = (path: string, line: number, what: string): CliError =>
  new CliError(`${path}, line ${line}: ${what}.`, { code: "invalid-config", path, line });
