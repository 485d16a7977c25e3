import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { type Change, changesOf } from "../../core/codegen/folder/change.ts";
import { type Manifest, nextManifest } from "../../core/codegen/folder/manifest.ts";
import { hashOf, lookAt } from "../../server/code-folder/look-at.ts";
import { assertSafePath } from "../../server/code-folder/safe-path.ts";

/** All that one update would do to a folder. */
export interface ChangePlan {
  readonly root: string;
  readonly changes: readonly Change[];
  readonly unchanged: number;
  readonly manifest: Manifest;
  /** The manifest itself has to be written anew. */
  readonly newManifest: boolean;
}

interface Wanted {
  readonly root: string;
  readonly spaceId: string;
  readonly files: GeneratedCode["files"];
  readonly manifest: Manifest;
}

/** Compares, and changes nothing. @throws FolderError for a path that leads out of the root */
export async function planChanges({ root, spaceId, files, manifest }: Wanted): Promise<ChangePlan> {
  for (const { path } of files) assertSafePath(path, "The platform's answer");
  const hashed = files.map((file) => ({ ...file, sha256: hashOf(file.text) }));
  const wanted = { spaceId, files: hashed, manifest };
  const changes = await changesOf(wanted, (path) => lookAt(root, path));
  return planOf(root, changes, hashed.length, { before: manifest, after: nextManifest(wanted) });
}

function planOf(
  root: string,
  changes: readonly Change[],
  generated: number,
  manifest: { readonly before: Manifest; readonly after: Manifest },
): ChangePlan {
  return {
    root,
    changes,
    unchanged: generated - changes.filter((change) => change.after !== null).length,
    manifest: manifest.after,
    newManifest: JSON.stringify(manifest.after.files) !== JSON.stringify(manifest.before.files),
  };
}
