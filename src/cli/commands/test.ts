import { lstat, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { platformApi, routePath } from "../../core/api.ts";
import type { ContentChoice } from "../../core/explanation.ts";
import { type PersonaRun, personaRun } from "../../core/persona-run.ts";
import { differenceText } from "../../core/personas/outcome-text.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { FieldError } from "../../core/problem.ts";
import { fileTrouble } from "../../server/file-trouble.ts";
import { makeFolder, removeMade } from "../../server/make-folder.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { paint, print, printJson, visible } from "../output.ts";
import { junitXml } from "../personas/junit.ts";
import { connect } from "../platform/platform-client.ts";
import { withProgress } from "../progress.ts";
import { spaceToUse } from "../project/space-to-use.ts";

export interface TestFlags {
  readonly environment: EnvironmentKey;
  readonly content: ContentChoice;
  readonly space?: string;
  readonly project?: string;
  readonly data?: string;
  readonly junit?: string;
  readonly json?: boolean;
}

/** Runs the personas of a Space; 1 where one of them does not get what it is expected to get. */
export async function test(flags: TestFlags): Promise<number> {
  const { environment, content, json = false, junit } = flags;
  const client = await connect(flags.data);
  const spaceId = await spaceToUse(client, flags);
  const path = routePath(platformApi.runPersonas.path, { spaceId });
  const ask = (query: Readonly<Record<string, string>>) =>
    client.ask("POST", `${path}?${new URLSearchParams(query)}`, { body: {}, answer: personaRun });
  const asked = { environment, content };
  const run = await withProgress("Deciding", { json }, () => {
    if (json) return ask(asked);
    return ask({ ...asked, reasons: "none" }).catch((error: unknown) => {
      if (isOlder(error)) return ask(asked);
      throw error;
    });
  });
  if (run.personas.length === 0)
    throw new CliError("This Space has no personas, so nothing was tested.", { code: "no-personas" });
  if (junit !== undefined) await writeReport(junit, junitXml(run, spaceId));
  if (json) printJson(withoutExplanations(run));
  else for (const line of report(run)) print(line);
  return run.failed === 0 ? exitCodes.done : exitCodes.failed;
}

/** Whether a platform that is older than this command line knows of no `reasons`. */
const isOlder = (error: unknown): boolean =>
  error instanceof CliError &&
  (error.details.errors as readonly FieldError[] | undefined)?.some(({ path }) => path === "/reasons") ===
    true;

/** Explanations may be megabytes, and the API has them. */
const withoutExplanations = ({ personas, ...run }: PersonaRun) => ({
  ...run,
  personas: personas.map(({ explanation: _, ...one }) => one),
});

const report = ({ personas, passed, failed, environment, content }: PersonaRun): string[] => [
  ...personas.map(personaLine),
  `${passed} passed, ${failed} failed: ${content} content in ${environment}.`,
];

function personaLine({ name, outcomes }: PersonaRun["personas"][number]): string {
  const [first, ...more] = outcomes.filter((one) => !one.passed);
  if (first === undefined) return `${paint("✓", "green")} ${visible(name)}`;
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return `${paint("✗", "red")} ${visible(`${name}: ${differenceText(first)}`)}${rest}`;
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    const made = await makeFolder(dirname(path));
    await writeOrRemove(path, text).catch(async (error: unknown) => {
      await removeMade(dirname(path), made);
      throw error;
    });
  } catch (error) {
    throw new CliError(`${path} can't be written: ${fileTrouble(error, path)}.`, { code: "not-writable" });
  }
}

/** On a disk that takes no more nothing is left: half a report would be read as one. */
async function writeOrRemove(path: string, text: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(text);
  } catch (error) {
    // Where a link leads there may be anything, for root a device, too.
    if ((await lstat(path)).isFile()) await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}
