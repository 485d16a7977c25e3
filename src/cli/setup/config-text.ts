import { parseDocument, stringify } from "yaml";
import { CliError } from "../cli-error.ts";
import { configName, type ProjectConfig, parseConfig, type Target } from "../project/project-config.ts";

interface Existing {
  readonly path: string;
  readonly text: string;
}

/**
 * The text of understudy.yaml with one more target. What was in it stays, comments too; a target in the same folder is
 * replaced.
 *
 * @throws CliError where it is of another Space, unless `force` replaces it
 */
export function configText(
  wanted: Omit<ProjectConfig, "version" | "targets"> & { readonly target: Target },
  existing: Existing | null,
  force: boolean,
): string {
  const { target, org, space, spaceKey } = wanted;
  if (existing === null || force) return stringify({ version: 1, org, space, spaceKey, targets: [target] });
  const config = parseConfig(existing.path, existing.text);
  if (config.space !== space)
    throw new CliError(
      `${configName} is there already, for the Space "${config.spaceKey}". Replace it with --force, or remove it first.`,
      { code: "config-exists" },
    );
  const document = parseDocument(existing.text);
  const same = config.targets.findIndex((one) => one.out === target.out);
  document.setIn(["targets", same === -1 ? config.targets.length : same], document.createNode(target));
  const text = document.toString();
  parseConfig(existing.path, text);
  return text;
}
