import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { platformApi, routePath } from "../../core/api.ts";
import { isShared } from "../../core/settings.ts";
import type { Snapshot } from "../../core/snapshot.ts";
import { CliError, exitCodes, whyCut } from "../cli-error.ts";
import { counted, paint, print, printAside, printJson, visible } from "../output.ts";
import { connectAsOperator, type PlatformClient } from "../platform/platform-client.ts";
import { untilReadable } from "../readable-file.ts";
import { listenForStop, type StopSignals } from "../stop-signals.ts";
import { writeWhole } from "../write-whole.ts";

interface SnapshotFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export async function saveSnapshot({
  name,
  ...flags
}: SnapshotFlags & { readonly name: string }): Promise<number> {
  const client = await connectAsOperator(flags.data);
  tell(await save(client, name), flags, "Kept");
  return exitCodes.done;
}

export async function listSnapshots({ data, json }: SnapshotFlags): Promise<number> {
  const all = await everyone(await connectAsOperator(data));
  if (json) printJson(all);
  else if (all.length === 0) print("There are no snapshots. Create one: understudy snapshot save");
  else for (const one of all) print(line(one));
  return exitCodes.done;
}

export async function restoreSnapshot(
  which: string | undefined,
  { data, json }: SnapshotFlags,
): Promise<number> {
  const client = await connectAsOperator(data);
  const found = await find(client, which);
  const { path, answer } = platformApi.restoreSnapshot;
  const restored = await client.ask("POST", routePath(path, { snapshotId: found.id }), { answer });
  if (json) printJson(restored);
  else print(`${paint("✓", "green")} Restored ${line(found)}\nWhat was there is kept as ${restored.kept}.`);
  return exitCodes.done;
}

export async function exportSnapshot(
  file: string,
  { snapshot, data, json }: SnapshotFlags & { readonly snapshot?: string },
): Promise<number> {
  const client = await connectAsOperator(data);
  const stop = listenForStop();
  try {
    const made = snapshot === undefined ? await save(client, "Exported") : null;
    const one = made ?? (await find(client, snapshot));
    try {
      await writeFile(client, one, file, stop);
    } finally {
      if (made !== null)
        await client.open(platformApi.deleteSnapshot, pathOf(platformApi.deleteSnapshot.path, made), {});
    }
    if (json) printJson({ file, ...one });
    else print(`${paint("✓", "green")} ${file} holds ${contents(one)}.`);
    return exitCodes.done;
  } catch (error) {
    if (!stop.came()) throw error;
    printAside("Stopped. No file was written.");
    return exitCodes.interrupted;
  } finally {
    stop.release();
  }
}

async function writeFile(
  client: PlatformClient,
  one: Snapshot,
  file: string,
  stop: StopSignals,
): Promise<void> {
  const cut = new AbortController();
  void stop.first.then(() => cut.abort());
  try {
    const path = pathOf(platformApi.getSnapshotFile.path, one);
    const response = await client.open(platformApi.getSnapshotFile, path, { signal: cut.signal });
    if (response.body === null) throw new CliError("The platform gave no file.");
    await writeWhole(response.body, file, cut.signal);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`The file was not written: ${whyCut(error)}.`);
  } finally {
    cut.abort();
  }
}

export async function importSnapshot(file: string, flags: SnapshotFlags): Promise<number> {
  tell(await sendFile(await connectAsOperator(flags.data), file), flags, "Imported");
  return exitCodes.done;
}

/** Sends a snapshot's file to a platform. @throws CliError where it can't be read, or is no snapshot */
export async function sendFile(client: PlatformClient, file: string): Promise<Snapshot> {
  const source = createReadStream(file);
  await untilReadable(source, file);
  const headers = { "content-type": "application/octet-stream" };
  const body = Readable.toWeb(source) as ReadableStream;
  const { path, answer } = platformApi.importSnapshot;
  return client.send(path, { headers, body, answer });
}

const pathOf = (path: string, { id }: Snapshot): string => routePath(path, { snapshotId: id });

const save = (client: PlatformClient, name: string): Promise<Snapshot> => {
  const { path, answer } = platformApi.createSnapshot;
  return client.ask("POST", path, { body: { name }, answer });
};

/** @throws CliError where there can be none */
async function everyone(client: PlatformClient): Promise<Snapshot[]> {
  const { path, answer } = platformApi.listSnapshots;
  const all: Snapshot[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Snapshot[]; next: string | null } = await client.ask(
      "GET",
      `${path}?limit=200${query}`,
      { answer },
    );
    all.push(...page.data);
    cursor = page.next;
  }
  const { path: statusPath, answer: status } = platformApi.getStatus;
  if (all.length === 0 && isShared(await client.ask("GET", statusPath, { answer: status })))
    throw new CliError("Snapshots need a workspace in a folder; this one's store is shared.", {
      code: "conflict",
    });
  return all;
}

/** By id, else the newest of that name. */
async function find(client: PlatformClient, which: string | undefined): Promise<Snapshot> {
  const all = await everyone(client);
  const found =
    which === undefined
      ? all.find(({ kept }) => !kept)
      : (all.find(({ id }) => id === which) ?? all.find(({ name }) => name === which));
  if (found !== undefined) return found;
  throw new CliError(
    which === undefined
      ? "There is no snapshot. Create one first: understudy snapshot save"
      : `There is no snapshot "${which}". \`understudy snapshot list\` names them.`,
  );
}

function tell(one: Snapshot, { json }: SnapshotFlags, done: string): void {
  if (json) printJson(one);
  else print(`${paint("✓", "green")} ${done} ${line(one)}`);
}

const line = (one: Snapshot): string =>
  `${one.id}  ${one.createdAt}  ${visible(one.name)} (${contents(one)})`;

const contents = ({ counts: { spaces, users, events }, bytes }: Snapshot): string =>
  `${counted(spaces, "Space")}, ${counted(users, "user")}, ${counted(events, "event")}, ${(bytes / 1e6).toFixed(1)} MB`;
