import { existsSync } from "node:fs";
import { join } from "node:path";
import { manifestName, manifestText } from "../../core/codegen/folder/manifest.ts";
import { land, type Move } from "../../server/code-folder/landing.ts";
import { asCliErrors } from "./as-cli-errors.ts";
import type { ChangePlan } from "./plan-changes.ts";

/** Carries out the plan and writes the manifest: all of it or nothing. @throws CliError where it can't be written */
export async function applyPlan({ root, changes, manifest, newManifest }: ChangePlan): Promise<void> {
  if (changes.length === 0 && !newManifest) return;
  const moves: Move[] = changes.map(({ path, kind, before, after }) => ({
    path,
    text: after,
    replaces: kind !== "missing",
    before,
  }));
  const replaces = existsSync(join(root, manifestName));
  await asCliErrors(() =>
    land(root, [...moves, { path: manifestName, text: manifestText(manifest), replaces, before: null }]),
  );
}
