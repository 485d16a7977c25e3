import { findRunningCopy } from "../../server/locator.ts";
import { CliError } from "../cli-error.ts";
import { isStoreAddress } from "../flag-values.ts";
import { runServer } from "../run-server.ts";
import { type ServerFlags, serverOptions } from "../server-options.ts";

export interface ServeFlags extends ServerFlags {
  readonly store?: string;
}

/**
 * Runs the server until a signal.
 *
 * @throws CliError when a copy already runs on the data folder
 */
export async function serve(flags: ServeFlags): Promise<number> {
  const options = { ...serverOptions(flags), store: storeOf(flags) };
  if (options.store !== undefined) return runServer(options, { json: flags.json === true });
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

/** @throws CliError where UNDERSTUDY_STORE is no address */
function storeOf({ store }: ServeFlags): string | undefined {
  const address = store ?? process.env.UNDERSTUDY_STORE;
  if (address === undefined || address === "") return undefined;
  if (isStoreAddress(address)) return address;
  throw new CliError("UNDERSTUDY_STORE must be an address such as postgresql://user@host:5432/database.");
}
