import { realpath } from "node:fs/promises";
import { platformApi, routePath } from "../../core/api.ts";
import { generatedCode } from "../../core/codegen/codegen-request.ts";
import type { Change } from "../../core/codegen/folder/change.ts";
import { noManifest } from "../../core/codegen/folder/manifest.ts";
import { spaceFolder } from "../../core/codegen/naming/file-names.ts";
import { recover } from "../../server/code-folder/landing.ts";
import { codegenRoot, isBelow } from "../../server/code-folder/safe-path.ts";
import { CliError } from "../cli-error.ts";
import { asCliErrors } from "../codegen-folder/as-cli-errors.ts";
import { readManifest } from "../codegen-folder/manifest.ts";
import { type ChangePlan, planChanges } from "../codegen-folder/plan-changes.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import type { Project, Target } from "../project/project-config.ts";

/** What updating one target would do, with what it was generated from. */
export interface TargetPlan {
  readonly target: Target;
  readonly revision: number;
  readonly plan: ChangePlan;
  /** The changes that remain when the revision is left out; only `check` leaves it out. */
  readonly differences: readonly Change[];
}

interface Options {
  /** Go on where the manifest can't be read. */
  readonly force: boolean;
  /** Only look: an update that was killed is not undone. */
  readonly check: boolean;
}

/** Asks for each target's code and compares it with what lies in its folder. Writes nothing of it. */
export const generatePlans = (client: PlatformClient, project: Project, options: Options): Promise<Plans> =>
  asCliErrors(() => planAll(client, project, options));

interface Plans {
  readonly plans: TargetPlan[];
  readonly tags: string;
}

async function planAll(
  client: PlatformClient,
  { folder, config }: Project,
  { force, check }: Options,
): Promise<Plans> {
  const plans: TargetPlan[] = [];
  const tags: string[] = [];
  for (const { target, root } of await rootsOf(folder, config.targets)) {
    if (!check) await recover(root);
    const manifest = await readManifest(root).catch((error: unknown) => {
      if (force) return noManifest;
      throw error;
    });
    const planWith = async (revision?: number) => {
      const { body, etag } = await askForCode(client, config.space, target, revision);
      if (!hasSpaceFolder(body.files, config.spaceKey)) throw await keyChanged(client, config);
      if (target.platform === "roku") assertChannelFolders(body.files);
      const plan = await planChanges({ root, spaceId: config.space, files: body.files, manifest });
      return { revision: body.revision, plan, etag };
    };
    const { revision, plan, etag } = await planWith();
    const older = check ? olderRevision(plan.changes, revision) : null;
    const differences = older === null ? plan.changes : (await planWith(older)).plan.changes;
    plans.push({ target, revision, plan, differences });
    tags.push(etag);
  }
  return { plans, tags: tags.join(" ") };
}

/** Where a target's code goes; a channel may be the project's whole folder. @throws FolderError where none can be */
export const rootOf = (project: string, { out, platform }: Target): Promise<string> =>
  codegenRoot(project, out, platform === "roku");

/**
 * Where each target's code goes; a channel that is the project's whole folder may have others below it.
 *
 * @throws CliError where two would take each other's files for stale, whatever their folders are called
 */
async function rootsOf(folder: string, targets: readonly Target[]) {
  const project = (await realpath(folder)).toLowerCase();
  const roots: { readonly target: Target; readonly root: string }[] = [];
  for (const target of targets) {
    const root = await rootOf(folder, target);
    const place = root.toLowerCase();
    const taken = roots.find((other) => {
      const there = other.root.toLowerCase();
      const isIn = (outer: string, inner: string) => outer !== project && isBelow(outer, inner);
      return place === there || isIn(place, there) || isIn(there, place);
    });
    if (taken !== undefined)
      throw new CliError(
        `Targets need a folder each, none in another's: ${taken.target.out} and ${target.out}. Nothing was written.`,
        { code: "invalid-config" },
      );
    roots.push({ target, root });
  }
  return roots;
}

/** The older revision that a file names in its head, if any. It grows with every Tribe, so it alone is no difference. */
function olderRevision(changes: readonly Change[], now: number): number | null {
  const heads = changes.flatMap(({ kind, before }) =>
    kind === "outdated"
      ? [/^.*, revision (\d{1,15})\. Do not edit: /m.exec(before ?? "")?.[1] ?? []].flat()
      : [],
  );
  return heads.map(Number).find((revision) => revision !== now) ?? null;
}

/**
 * The code of a Space in a target's language, and the tag of this version. `revision`: the one that the code names, else
 * Production's.
 */
const askForCode = (
  client: PlatformClient,
  space: string,
  { platform, lang }: Omit<Target, "out">,
  revision?: number,
) =>
  client.askTagged("POST", routePath(platformApi.generateCode.path, { spaceId: space }), {
    body: { platform, lang, revision },
    answer: generatedCode,
  });

/** A channel's root has other things too, e.g. its manifest: generated code stays in its own folders. */
function assertChannelFolders(files: readonly { readonly path: string }[]): void {
  const odd = files.find(({ path }) => !/^(source|components)\//.test(path));
  if (odd !== undefined)
    throw new CliError(
      `The platform's answer is not a channel's: ${JSON.stringify(odd.path)}. Nothing was written.`,
    );
}

/** Imports name the folder of the Space's key: a key that was changed must not pass unnoticed. */
function hasSpaceFolder(files: readonly { readonly path: string }[], spaceKey: string): boolean {
  const wanted = `${spaceFolder(spaceKey)}/`;
  return files.some(({ path }) => path.startsWith(wanted) || path.includes(`/${wanted}`));
}

async function keyChanged(client: PlatformClient, { space, spaceKey }: Project["config"]): Promise<CliError> {
  const { path, answer } = platformApi.getSpace;
  const { key } = await client.ask("GET", routePath(path, { spaceId: space }), { answer });
  return new CliError(
    `The Space's key is no longer "${spaceKey}" but "${key}". Set spaceKey in understudy.yaml, and change your imports.`,
    { code: "space-key-changed" },
  );
}
