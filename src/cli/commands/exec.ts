import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { platformApi, routePath } from "../../core/api.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { goneWithUs } from "../../server/gone-with-us.ts";
import { unusable } from "../../server/is-there.ts";
import { makeFolder, removeMade } from "../../server/make-folder.ts";
import { start } from "../../server/start.ts";
import { StartError } from "../../server/start-error.ts";
import type { RunningServer } from "../../server/start-server.ts";
import { firstSpaceKey } from "../../server/workspace/first-workspace.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { errorLine, printAside } from "../output.ts";
import { PlatformClient } from "../platform/platform-client.ts";
import { type ProcessGroup, startGroup } from "../process-group.ts";
import { samePress, stopSignals } from "../stop-signals.ts";
import { sendFile } from "./snapshot.ts";

export interface ExecFlags {
  readonly seed?: string;
  /** A file that `snapshot export` wrote. */
  readonly snapshot?: string;
  readonly clock?: string;
  readonly space?: string;
  readonly keep?: string;
  readonly json?: boolean;
}

/** Exit codes of a shell, for a command that can't be run (POSIX, 2.8.2). */
const notFound = 127;
const notRunnable = 126;
/** How long the command may take to end, in ms. */
const grace = 10_000;

/**
 * Runs a command with a platform of its own, on free ports, in a folder that is gone afterwards, however this process ends.
 *
 * @returns the command's exit code; 128 and the signal's number where a signal ended it
 * @throws CliError or StartError where the platform does not start
 */
export async function exec(command: readonly string[], flags: ExecFlags): Promise<number> {
  const signals = new Signals();
  try {
    const folder = await openFolder(flags.keep);
    try {
      return await runIn(folder, { command, flags, signals });
    } finally {
      await folder.close(signals.hasCommand);
    }
  } finally {
    signals.release();
  }
}

interface Wanted {
  readonly command: readonly string[];
  readonly flags: ExecFlags;
  readonly signals: Signals;
}

async function runIn({ path }: Folder, { command, flags, signals }: Wanted): Promise<number> {
  const token = randomBytes(24).toString("hex");
  const { seed, clock } = flags;
  const { signal } = signals;
  const server = await start({ dataDir: path, port: 0, sdkPort: 0, seed, clock, token, signal }).catch(
    (error: unknown) => {
      if (error === signal.reason) return null;
      // The folder is ours, unless the flag that `exec` has names another.
      throw error instanceof StartError
        ? new StartError(error.message.replace(/--data(?= names|, and)/, "--keep"))
        : error;
    },
  );
  if (server === null) return signals.stopped ?? exitCodes.interrupted;
  try {
    for (const notice of server.notices) printAside(notice);
    if (flags.snapshot !== undefined) await beginWith(flags.snapshot, server, token);
    const env = { ...process.env, ...(await variables(server, token, flags)) };
    return (
      signals.stopped ?? (await runCommand(command, env, { server, signals, json: flags.json === true }))
    );
  } finally {
    await server.stop();
  }
}

async function beginWith(file: string, { platformUrl }: RunningServer, token: string): Promise<void> {
  const client = new PlatformClient(platformUrl, token);
  const { id } = await sendFile(client, file);
  const { path, answer } = platformApi.restoreSnapshot;
  await client.ask("POST", routePath(path, { snapshotId: id }), { answer });
}

interface Folder {
  readonly path: string;
  /** `hasRun`: whether the command did. What no command has used is not kept, so that a corrected line finds the folder as this one did. */
  readonly close: (hasRun: boolean) => Promise<void>;
}

async function openFolder(keep: string | undefined): Promise<Folder> {
  if (keep !== undefined) {
    const made = await openNew(keep);
    return { path: keep, close: async (hasRun) => (hasRun ? undefined : removeNew(keep, made)) };
  }
  const path = join(tmpdir(), `understudy-exec-${randomBytes(9).toString("base64url")}`);
  const forget = goneWithUs(path);
  await mkdir(path, { mode: 0o700 }).catch(({ message }: Error) => {
    throw new CliError(`No temporary folder can be made (${message}). Name one with --keep.`);
  });
  return {
    path,
    close: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      forget();
    },
  };
}

/**
 * Makes a folder where there is none, and in it the one that a platform begins with: of two runs at once only one can. Gives the
 * uppermost that was made for it.
 *
 * @throws CliError where it can't be used
 */
async function openNew(folder: string): Promise<string | undefined> {
  try {
    const made = await makeFolder(folder, 0o700);
    if ((await readdir(folder)).length === 0 && (await isFirst(folder))) return made;
  } catch (error) {
    throw new CliError(unusable(folder, error));
  }
  throw new CliError(
    `${folder} is not empty, and each run begins with nothing. Name another folder, or empty it.`,
  );
}

const isFirst = (folder: string): Promise<boolean> =>
  mkdir(join(folder, ".understudy"), { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );

/** Empties a folder that was empty, or not there, and takes away those that were made for it, but for one that others use by now. */
async function removeNew(folder: string, made: string | undefined): Promise<void> {
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  await removeMade(folder, made);
}

const keyVariable = (environment: EnvironmentKey): string =>
  `UNDERSTUDY_API_KEY_${environment.toUpperCase()}`;

/**
 * What the command needs to call the platform. Keys that the environment brings from another platform are taken out.
 *
 * @throws CliError where there is no such Space
 */
async function variables(
  server: RunningServer,
  token: string,
  { space: wanted, seed, snapshot }: ExecFlags,
): Promise<Record<string, string | undefined>> {
  const { spaces } = await server.now();
  // A seed's own Spaces stand beside the one that every new workspace begins with.
  const those =
    seed === undefined && snapshot === undefined ? spaces : spaces.filter(({ key }) => key !== firstSpaceKey);
  const space = wanted === undefined ? those[0] : spaces.find(({ key }) => key === wanted);
  if (wanted !== undefined && space === undefined)
    throw new CliError(
      `There is no Space "${wanted}" here. Known: ${spaces.map(({ key }) => key).join(", ")}.`,
    );
  const isPlain = wanted !== undefined || those.length === 1;
  const keys = environmentKeys.map((name) => [keyVariable(name), isPlain ? space?.keys[name] : undefined]);
  return {
    UNDERSTUDY_PLATFORM_URL: server.platformUrl,
    UNDERSTUDY_SDK_URL: server.sdkUrl,
    UNDERSTUDY_TOKEN: token,
    ...Object.fromEntries(keys),
  };
}

interface Running {
  readonly server: Pick<RunningServer, "failed">;
  readonly signals: Signals;
  readonly json: boolean;
}

async function runCommand(
  [file = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { server, signals, json }: Running,
): Promise<number> {
  const group = startGroup(file, args, { env, stdio: "inherit" });
  signals.passTo(group);
  const ended = new Promise<number>((resolve) => {
    group.child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such command" : error.message;
      const said = `${file} can't be run: ${why}.`;
      printAside(json ? errorLine(said) : said);
      resolve(error.code === "ENOENT" ? notFound : notRunnable);
    });
    group.child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
  const failed = server.failed.then((why) => {
    printAside(`Nothing can be stored any more: ${why}. The command is ended.`);
    group.stop(grace);
    return ended.then(() => exitCodes.failed);
  });
  return Promise.race([ended, failed]);
}

/** As a terminal does it: to the command and all that it has started. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (process.platform === "win32" || child.pid === undefined) child.kill(signal);
  else process.kill(-child.pid, signal);
}

/**
 * Signals from the start on. The first is passed to the command, or keeps it from being started. A second one kills the
 * command; so do ten seconds in which it does not end.
 */
class Signals {
  private first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  private readonly stopping = new AbortController();
  private group: ProcessGroup | null = null;
  private force: NodeJS.Timeout | undefined;

  constructor() {
    for (const signal of stopSignals) process.on(signal, this.take);
  }

  /** The exit code where a signal came before the command was started; else null. */
  get stopped(): number | null {
    return this.first === null ? null : 128 + constants.signals[this.first.signal];
  }

  /** Aborted by the first one. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Whether a command was started. */
  get hasCommand(): boolean {
    return this.group?.child.pid !== undefined;
  }

  /** Passes signals to this command from now on. */
  passTo(group: ProcessGroup): void {
    this.group = group;
    if (this.first !== null) this.pass(this.first.signal);
  }

  release(): void {
    clearTimeout(this.force);
    for (const signal of stopSignals) process.removeListener(signal, this.take);
  }

  private readonly take = (signal: NodeJS.Signals): void => {
    const at = performance.now();
    // npm repeats a Ctrl-C that the terminal has sent here already: this soon after the first, it is the same key press.
    if (this.first !== null && at - this.first.at < samePress) return;
    if (this.first === null) this.pass(signal);
    else if (this.isRunning) this.group?.kill();
    // Only the platform is left, and takes too long to stop.
    else process.exit(exitCodes.interrupted);
    this.first ??= { signal, at };
    this.stopping.abort();
  };

  /** Whether the command was started and has not ended. */
  private get isRunning(): boolean {
    return this.group !== null && this.group.child.exitCode === null && this.group.child.signalCode === null;
  }

  private pass(signal: NodeJS.Signals): void {
    if (this.group === null || !this.isRunning) return;
    const { child, kill } = this.group;
    signalAll(child, signal);
    this.force ??= setTimeout(kill, grace);
  }
}
