import { findRunningCopy } from "../../server/locator.ts";
import { CliError } from "../cli-error.ts";
import { runServer } from "../run-server.ts";
import { type ServerFlags, serverOptions } from "../server-options.ts";

export type ServeFlags = ServerFlags;

/**
 * Runs the server until a signal.
 *
 * @throws CliError when a copy already runs on the data folder
 */
export async function serve(flags: ServeFlags): Promise<number> {
  const options = serverOptions(flags);
  const copy = await findRunningCopy(options.dataDir);
  if (copy !== null) {
    const { pid, platformUrl, sdkUrl } = copy;
    throw new CliError(
      `Understudy already runs on ${options.dataDir}: ${platformUrl} (process ${pid}). Stop it, or use another --data folder.`,
      { code: "already-running", platformUrl, sdkUrl, pid },
    );
  }
  return runServer(options, { json: flags.json === true });
}
