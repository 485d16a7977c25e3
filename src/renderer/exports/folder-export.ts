import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { type Change, changesOf } from "../../core/codegen/folder/change.ts";
import {
  type Manifest,
  manifestName,
  manifestText,
  nextManifest,
  noManifest,
  parseManifest,
} from "../../core/codegen/folder/manifest.ts";
import { inMoveOrder } from "../../core/codegen/folder/move-order.ts";
import { isSafePath } from "../../core/codegen/folder/safe-path.ts";
import { type FolderAccess, type FolderMove, sha256 } from "./folder-access.ts";

/** All that one export would do to a folder. */
export interface ExportPlan {
  readonly folder: FolderAccess;
  readonly changes: readonly Change[];
  readonly unchanged: number;
  readonly manifest: Manifest;
  /** The text of the manifest that is there, null where there is none: what came into it since is not overwritten. */
  readonly manifestBefore: string | null;
  /** The folder is as it would be written, the manifest with it. */
  readonly isDone: boolean;
}

/** Looks at a folder and says what exporting would change there; changes nothing. @throws Error with what is in the way */
export async function planExport(
  folder: FolderAccess,
  spaceId: string,
  files: GeneratedCode["files"],
): Promise<ExportPlan> {
  const unsafe = files.find(({ path }) => !isSafePath(path));
  if (unsafe !== undefined) throw new Error(`A generated path leads elsewhere: ${unsafe.path}`);
  const before = await manifestTextOf(folder);
  const manifest = before === null ? noManifest : readManifest(before, folder.name);
  const hashed = await Promise.all(files.map(async (file) => ({ ...file, sha256: await sha256(file.text) })));
  const wanted = { spaceId, files: hashed, manifest };
  const changes = await changesOf(wanted, (path) => folder.find(path));
  const next = nextManifest(wanted);
  return {
    folder,
    changes,
    unchanged: hashed.length - changes.filter(({ after }) => after !== null).length,
    manifest: next,
    manifestBefore: before,
    isDone: changes.length === 0 && manifestText(next) === before,
  };
}

async function manifestTextOf(folder: FolderAccess): Promise<string | null> {
  const found = await folder.find(manifestName);
  return found.is === "file" ? found.text : null;
}

function readManifest(text: string, folder: string): Manifest {
  const read = parseManifest(text);
  if ("manifest" in read) return read.manifest;
  throw new Error(`${manifestName} in ${folder} is damaged. Restore it from version control first.`);
}

/** Does what the plan says. The manifest comes last: after a failure half way, the next export sees what is missing. */
export async function writeExport({ folder, changes, manifest, manifestBefore }: ExportPlan): Promise<void> {
  const last = {
    path: manifestName,
    text: manifestText(manifest),
    replaces: manifestBefore !== null,
    before: manifestBefore,
  };
  await folder.apply([...inMoveOrder(changes.map(moveOf)), last]);
}

const moveOf = ({ path, kind, before, after }: Change): FolderMove => ({
  path,
  text: after,
  replaces: kind !== "missing",
  before,
});
