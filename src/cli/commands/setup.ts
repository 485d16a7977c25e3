import { join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import writeFileAtomic from "write-file-atomic";
import { spacePrefix } from "../../core/codegen/brightscript/naming.ts";
import { kotlinPackage } from "../../core/codegen/kotlin/naming.ts";
import { findLanguage, languagesOf, platforms } from "../../core/codegen/languages.ts";
import { spaceFolder } from "../../core/codegen/naming/file-names.ts";
import { swiftNamespace } from "../../core/codegen/swift/naming.ts";
import { lockRoot } from "../../server/code-folder/journal.ts";
import { fileTrouble } from "../../server/file-trouble.ts";
import { isThere } from "../../server/is-there.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { applyPlan } from "../codegen-folder/apply-plan.ts";
import { asCliErrors } from "../codegen-folder/as-cli-errors.ts";
import { credentials, notSignedIn } from "../credentials.ts";
import { mayAsk } from "../may-ask.ts";
import { refuseOrgSecret } from "../org-secret.ts";
import { paint, print, printJson } from "../output.ts";
import { findPlatform, notRunning } from "../platform/find-platform.ts";
import { PlatformClient } from "../platform/platform-client.ts";
import { withProgress } from "../progress.ts";
import {
  configName,
  type Project,
  type ProjectConfig,
  parseConfig,
  readConfigText,
  type Target,
} from "../project/project-config.ts";
import { choose } from "../setup/choose.ts";
import { configText, outFrom, readExisting } from "../setup/config-text.ts";
import { codeFolder, detectProject } from "../setup/detect-project.ts";
import { readOrganizations, readSdkUrl, readSpaces } from "../setup/read-spaces.ts";
import { startPlatform } from "../setup/start-platform.ts";
import { confirmEdits } from "../update/confirm-edits.ts";
import { generatePlans, rootOf, type TargetPlan } from "../update/generate-plans.ts";
import { printUpdate, updateAsJson } from "../update/update-report.ts";
import { login } from "./login.ts";

export interface SetupFlags {
  readonly project?: string;
  readonly data?: string;
  readonly org?: string;
  readonly space?: string;
  readonly platform?: string;
  readonly lang?: string;
  readonly out?: string;
  readonly start?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Writes a project's understudy.yaml and its first code. Asks for what the flags leave open, where somebody can be asked. */
export async function setup(flags: SetupFlags): Promise<number> {
  const { json = false, force = false } = flags;
  refuseOrgSecret([], process.env);
  const folder = resolve(flags.project ?? ".");
  if (!isThere(folder)) throw new CliError(`There is no folder ${folder}.`);
  // First what needs no platform: none is started for what can't be.
  const target = await chooseTarget(flags, folder);
  await asCliErrors(() => rootOf(folder, target));
  const path = join(folder, configName);
  const existing = () => (isThere(path) ? { path, text: readConfigText(path) } : null);
  const known = readExisting(existing(), force);
  const client = await signedIn(flags);
  const space = await chooseSpace(client, flags, known);
  const text = () => configText({ ...space, target }, existing(), force);
  const project: Project = { folder, config: parseConfig(path, text()) };
  const sdkUrl = await readSdkUrl(client);
  const { plans } = await withProgress("Generating code", { json }, () =>
    inTurn(path, () => generatePlans(client, project, { force, check: false })),
  );
  await confirmEdits(plans, { force, mayAsk: mayAsk(json) });
  await inTurn(path, async () => {
    for (const { plan } of plans) await applyPlan(plan);
    // Of the file as it is by now. Whole or not at all: on a full disk the old one stays.
    await writeFileAtomic(path, text()).catch((error: Error) => {
      throw new CliError(`${path} can't be written: ${fileTrouble(error)}.`);
    });
  });
  report(path, project, plans, { json, sdkUrl });
  return exitCodes.done;
}

/** Does `work` while no other setup does of the same file: each looks at, and writes, the code of all targets. */
async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const turn = () => asCliErrors(() => lockRoot(path));
  let release = await turn();
  for (; release === null; release = await turn()) await wait(20);
  try {
    return await work();
  } finally {
    release();
  }
}

async function signedIn(flags: SetupFlags): Promise<PlatformClient> {
  const url = (await findPlatform(flags.data)) ?? (await offerToStart(flags));
  await credentials(url).catch((error: unknown) => signInFirst(error, flags));
  return new PlatformClient(url, () => credentials(url));
}

/** Signs the person in first, where somebody is at the terminal. */
async function signInFirst(error: unknown, { data, json = false }: SetupFlags): Promise<void> {
  if (!(error instanceof CliError) || error.details.code !== notSignedIn || !mayAsk(json)) throw error;
  await login(data === undefined ? {} : { data });
}

async function offerToStart({ data, start = false, json = false }: SetupFlags): Promise<string> {
  if (!start && !(mayAsk(json) && (await confirmStart()))) throw notRunning(data);
  return withProgress("Starting Understudy", { json }, () => startPlatform(data));
}

async function confirmStart(): Promise<boolean> {
  const { confirm } = await import("@inquirer/prompts");
  return confirm({ message: "No Understudy runs on this machine. Start one in the background?" });
}

/** The Space, with its organization. One that a flag names says which that is; else that of the project is taken, or offered first. */
async function chooseSpace(client: PlatformClient, flags: SetupFlags, known: ProjectConfig | null) {
  const ask = mayAsk(flags.json === true);
  const named = flags.space !== undefined && flags.org === undefined;
  const within = named ? null : await chooseOrg(client, flags, known);
  const spaces = await readSpaces(client, within);
  const preset = spaces.find(({ id }) => id === known?.space)?.id;
  // Another one is never taken for it without a word.
  if (known !== null && preset === undefined && flags.space === undefined && !(ask && spaces.length > 1))
    throw new CliError(
      `The Space of ${configName}, ${known.spaceKey}, is not there. Say which one with --space.`,
      { code: "choice-needed" },
    );
  const id = await choose({
    what: "Space",
    flag: "--space",
    given: flags.space,
    choices: spaces.map(({ id: value, name, key }) => ({ value, name, also: [key] })),
    mayAsk: ask,
    preset,
  });
  const { orgId: org = "", key: spaceKey = "" } = spaces.find((one) => one.id === id) ?? {};
  return { org, space: id, spaceKey };
}

async function chooseOrg(
  client: PlatformClient,
  flags: SetupFlags,
  known: ProjectConfig | null,
): Promise<string> {
  const organizations = await readOrganizations(client);
  return choose({
    what: "organization",
    flag: "--org",
    given: flags.org,
    choices: organizations.map(({ id, name }) => ({ value: id, name })),
    mayAsk: mayAsk(flags.json === true),
    preset: organizations.find(({ id }) => id === known?.org)?.id,
  });
}

async function chooseTarget(flags: SetupFlags, folder: string): Promise<Target> {
  const ask = mayAsk(flags.json === true);
  const kind = detectProject(folder);
  const platform = await choose({
    what: "platform",
    flag: "--platform",
    given: flags.platform,
    choices: platforms.map((value) => ({ value, name: value })),
    mayAsk: ask,
    preset: kind.platform,
  });
  const lang = await choose({
    what: "language",
    of: ` for ${platform}`,
    flag: "--lang",
    given: flags.lang,
    choices: languagesOf(platform).map(({ lang: value, title: name }) => ({ value, name })),
    mayAsk: ask,
    preset: languagesOf(platform).find((one) => one.lang === kind.lang)?.lang,
    because: kind.because,
  });
  const preset = codeFolder(folder, platform);
  return { platform, lang, out: outFrom(folder, flags.out ?? (ask ? await askFolder(preset) : preset)) };
}

async function askFolder(preset: string): Promise<string> {
  const { input } = await import("@inquirer/prompts");
  return input({ message: "Folder for generated code", default: preset });
}

/** Where SDKs look for the platform by themselves. */
const usualSdkUrl = "http://127.0.0.1:4748";

interface Told {
  readonly json: boolean;
  readonly sdkUrl: string;
}

function report(path: string, project: Project, plans: readonly TargetPlan[], { json, sdkUrl }: Told): void {
  const { config } = project;
  if (json) {
    printJson({ ok: true, config: path, ...config, sdkUrl, targets: plans.map(updateAsJson) });
    return;
  }
  print(`${paint("✓", "green")} ${relative(process.cwd(), path)}`);
  for (const one of plans) printUpdate(one);
  const target = config.targets.at(-1);
  if (target !== undefined) print(`Next: ${nextStep(target, project)}`);
  if (sdkUrl !== usualSdkUrl)
    print(`Before the session starts: client.serviceUrl = "${sdkUrl}", where this platform's SDKs go.`);
  print(
    "Run `understudy update` after each change of the Space, or leave `understudy update --watch` running.",
  );
}

/** What to do with the code now that it is there. */
function nextStep({ platform, lang, out }: Target, { folder, config }: Project): string {
  const use = howToUse(platform, out, config.spaceKey);
  const file = findLanguage(platform, lang)?.keyFile;
  const key = join(out, file?.name ?? "");
  return file == null || isThere(join(folder, key))
    ? use
    : `make ${key}, with the key of an environment from the Space's settings:
${file
  .text("us_dev_…")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => `        ${line}`)
  .join("\n")}
      then: ${use}`;
}

function howToUse(platform: string, out: string, spaceKey: string): string {
  if (platform === "roku")
    return `in your scene: m.space = CreateObject("roSGNode", "${spacePrefix(spaceKey)}_Space")`;
  if (platform === "android") return `import ${kotlinPackage(spaceKey)}.session`;
  if (platform === "ios")
    return `add the folder ${out} to Xcode, as a local package; await ${swiftNamespace(spaceKey)}.session.start()`;
  return `import { client, session, collections } from "./${out}/${spaceFolder(spaceKey)}/index.js";`;
}
