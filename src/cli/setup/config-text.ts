import { existsSync, realpathSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { parseDocument, stringify } from "yaml";
import { CliError } from "../cli-error.ts";
import { configName, type ProjectConfig, parseConfig, type Target } from "../project/project-config.ts";

/** A folder as understudy.yaml has it: from the project's, with / on every system; one elsewhere as it was named. */
export function outFrom(project: string, out: string): string {
  if (out.trim() === "") return out;
  // The project may be reached by a link, and the folder named without it.
  const ways = [project, existsSync(project) ? realpathSync(project) : project].map((from) =>
    relative(from, resolve(project, out)),
  );
  const way = ways.find((one) => !one.startsWith("..")) ?? out;
  return way.replaceAll(sep, "/") || ".";
}

interface Existing {
  readonly path: string;
  readonly text: string;
}

/**
 * The text of understudy.yaml with one more target. What was in it stays, comments too; a target in the same folder is
 * replaced.
 *
 * @throws CliError where it is of another Space or not valid, unless `force` replaces it
 */
export function configText(
  wanted: Omit<ProjectConfig, "version" | "targets"> & { readonly target: Target },
  existing: Existing | null,
  force: boolean,
): string {
  const { target, org, space, spaceKey } = wanted;
  const config = readExisting(existing, force);
  if (existing === null || config === null || (force && config.space !== space))
    return stringify({ version: 1, org, space, spaceKey, targets: [target] });
  if (config.space !== space)
    throw new CliError(
      `${configName} is there already, for the Space "${config.spaceKey}". Replace it with --force, or remove it first.`,
      { code: "config-exists" },
    );
  const document = parseDocument(existing.text);
  const project = dirname(existing.path);
  const same = config.targets.findIndex((one) => outFrom(project, one.out) === outFrom(project, target.out));
  if (same === -1) document.addIn(["targets"], document.createNode(target));
  else for (const [name, value] of Object.entries(target)) document.setIn(["targets", same, name], value);
  // A Space keeps its id where its key changes.
  if (force) for (const [name, value] of Object.entries({ org, spaceKey })) document.setIn([name], value);
  const text = withEndsOf(existing.text, document.toString());
  parseConfig(existing.path, text);
  return text;
}

/** `yaml` ends every line with a line feed; a file from Windows keeps its own ends. */
const withEndsOf = (before: string, text: string): string =>
  before.includes("\r\n") ? text.replaceAll(/\r?\n/g, "\r\n") : text;

/** Null where there is none, or it is not valid and may be replaced. @throws CliError where it is not valid */
export function readExisting(existing: Existing | null, force: boolean): ProjectConfig | null {
  try {
    return existing && parseConfig(existing.path, existing.text);
  } catch (error) {
    if (force && error instanceof CliError) return null;
    throw error;
  }
}
