import { readFileSync } from "node:fs";
import { join } from "node:path";
import { desktopFolder, desktopMemoryFile } from "../core/desktop-memory.ts";
import { noSuchScene, ownScenes } from "../core/stage.ts";
import { isThere } from "../server/is-there.ts";
import { defaultDataDir } from "../server/locator.ts";
import { movedAside } from "../server/workspace/moved-aside.ts";
import { CliError } from "./cli-error.ts";
import { appSettings } from "./config-folder.ts";

/** The workspace that `open` is about, and who says so. */
export interface WorkspaceToOpen {
  readonly dataDir: string;
  /** `flag`: `--data`; `memory`: the desktop app had it open last; `default`: nobody, or a seed or show, which are for the default folder. */
  readonly by: "flag" | "memory" | "default";
}

/** As the desktop app chooses it: without a window the same workspace opens as with one. */
export function workspaceToOpen({
  data,
  seed,
  show,
}: {
  readonly data?: string | undefined;
  readonly seed?: string | undefined;
  readonly show?: string | undefined;
}): WorkspaceToOpen {
  if (data !== undefined) return { dataDir: data, by: "flag" };
  const last = seed === undefined && show === undefined ? lastWorkspace() : null;
  return last === null || last === defaultDataDir()
    ? { dataDir: defaultDataDir(), by: "default" }
    : { dataDir: last, by: "memory" };
}

/** @throws CliError where the app's last workspace is gone: an empty one in its place would look like lost work */
export async function assertIsThere({ dataDir, by }: WorkspaceToOpen): Promise<void> {
  if (by !== "memory" || (await hasWorkspace(dataDir))) return;
  throw new CliError(
    `The workspace that was open last is gone: ${dataDir}. Name one: \`understudy open --data ${defaultDataDir()}\` opens the default one.`,
    { code: "workspace-gone", dataDir },
  );
}

/** @throws CliError where a start would make a workspace for a show that nothing in it could be */
export async function assertHasScene(dataDir: string, scene: string): Promise<void> {
  if (!ownScenes.some((own) => own === scene) && !(await hasWorkspace(dataDir)))
    throw new CliError(noSuchScene(scene));
}

/** Whether a start finds one. It takes back what a restore has moved aside. */
const hasWorkspace = async (dataDir: string): Promise<boolean> =>
  isThere(join(dataDir, "workspace.json")) || (await movedAside(dataDir)) !== null;

/** The workspace that the desktop app had open last on this computer; null where it never ran. */
function lastWorkspace(): string | null {
  try {
    const memory: unknown = JSON.parse(
      readFileSync(join(appSettings(), desktopFolder, desktopMemoryFile), "utf8"),
    );
    return hasLast(memory) && memory.lastWorkspace !== "" ? memory.lastWorkspace : null;
  } catch {
    return null;
  }
}

const hasLast = (memory: unknown): memory is { lastWorkspace: string } =>
  typeof memory === "object" &&
  memory !== null &&
  "lastWorkspace" in memory &&
  typeof memory.lastWorkspace === "string";
