import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { type Change, changeOf, staleChange } from "../../core/codegen/folder/change.ts";
import { type Manifest, nextManifest, staleFiles } from "../../core/codegen/folder/manifest.ts";
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
  const known = new Map(manifest.files.map((file) => [file.path, file]));
  const hashed = files.map((file) => ({ ...file, sha256: hashOf(file.text) }));
  const changes: (Change | null)[] = [];
  for (const file of hashed)
    changes.push(changeOf(file, known.get(file.path), await lookAt(root, file.path)));
  for (const file of staleFiles({ spaceId, files: hashed, manifest }))
    changes.push(staleChange(file, await lookAt(root, file.path)));
  return planOf(
    root,
    changes.filter((change) => change !== null),
    hashed.length,
    { before: manifest, after: nextManifest({ spaceId, files: hashed, manifest }) },
  );
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
