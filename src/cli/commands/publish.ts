import { platformApi, routePath } from "../../core/api.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { type DryRun, dryRun, publication } from "../../core/publication.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { paint, print, printJson, visible } from "../output.ts";
import { connect, type PlatformClient } from "../platform/platform-client.ts";
import { withProgress } from "../progress.ts";
import { spaceToUse } from "../project/space-to-use.ts";

export interface PublishFlags {
  readonly collection: string;
  readonly environment: EnvironmentKey;
  readonly space?: string;
  readonly project?: string;
  readonly data?: string;
  readonly from?: EnvironmentKey;
  readonly version?: number;
  readonly note?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Publishes a Collection's draft, promotes it from another environment, or brings an earlier version back. */
export async function publish(flags: PublishFlags): Promise<number> {
  const { json = false, from, environment } = flags;
  if (from === environment) throw new CliError("--from must be another environment.");
  const client = await connect(flags.data);
  const spaceId = await spaceToUse(client, flags);
  const path = routePath(platformApi.publish.path, { spaceId, collectionId: flags.collection });
  const call = { client, path, body: bodyOf(flags), json };
  return flags.dryRun ? showDryRun(call) : publishNow(call);
}

interface Call {
  readonly client: PlatformClient;
  readonly path: string;
  readonly body: object;
  readonly json: boolean;
}

const bodyOf = ({ environment, from, version, note }: PublishFlags) => ({
  environment,
  ...(note === undefined ? {} : { note }),
  ...(from === undefined ? {} : { from }),
  ...(version === undefined ? {} : { version }),
});

async function publishNow({ client, path, body, json }: Call): Promise<number> {
  const done = await withProgress("Publishing", { json }, () =>
    client.ask("POST", path, { body, answer: publication }),
  );
  if (json) printJson(done);
  else print(`${paint("✓", "green")} Published version ${done.version} in ${done.environment}.`);
  return exitCodes.done;
}

async function showDryRun({ client, path, body, json }: Call): Promise<number> {
  const answer = await withProgress("Deciding for everyone", { json }, () =>
    client.ask("POST", `${path}?dryRun=1`, { body, answer: dryRun }),
  );
  if (json) printJson(answer);
  else for (const line of dryRunLines(answer)) print(line);
  return exitCodes.done;
}

function dryRunLines({ diff, affected }: DryRun): string[] {
  const { changed, checked, sampled, of, sample } = affected;
  const whom = sampled
    ? `${checked} of ${of} users and visitors, spread over them`
    : `${checked} users and visitors`;
  return [
    ...(diff.length === 0 ? ["Nothing would change."] : diff.flatMap(differenceLines)),
    `Another state for ${changed} of ${whom}.`,
    ...sample.map((one) => `  ${visible(`${one.userId}: ${one.experience}`)}`),
    ...(changed > sample.length ? [`  … and ${(changed - sample.length).toLocaleString("en")} more`] : []),
  ];
}

const differenceLines = ({ path, before, after }: DryRun["diff"][number]): string[] => [
  visible(path),
  ...(before === null ? [] : [paint(`  - ${visible(JSON.stringify(before))}`, "red")]),
  ...(after === null ? [] : [paint(`  + ${visible(JSON.stringify(after))}`, "green")]),
];
