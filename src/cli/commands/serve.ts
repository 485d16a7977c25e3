import { findRunningCopy } from "../../server/locator.ts";
import { CliError } from "../cli-error.ts";
import { wrongInStore } from "../flag-values.ts";
import { runServer } from "../run-server.ts";
import { type ServerFlags, serverOptions } from "../server-options.ts";

export interface ServeFlags extends ServerFlags {
  readonly store?: string;
  readonly publicUrl?: string;
  readonly publicSdkUrl?: string;
  readonly trustProxy?: string;
  readonly listen?: string;
  readonly log?: "text" | "json";
}

/** How long `/readyz` announces a stop before requests are refused, in ms: a balancer asks every few seconds. */
const farewell = 5_000;

/**
 * Runs the server until a signal.
 *
 * @throws CliError when a copy already runs on the data folder
 */
export async function serve(flags: ServeFlags): Promise<number> {
  const { publicUrl, publicSdkUrl, trustProxy, listen, log, show } = flags;
  const options = {
    ...serverOptions(flags),
    store: storeOf(flags),
    outside: { publicUrl, publicSdkUrl, trustProxy, listen },
    farewell: publicUrl === undefined && publicSdkUrl === undefined ? undefined : farewell,
    logRequests: log === "json",
  };
  if (options.store !== undefined) return runServer(options, { json: flags.json === true, show });
  await refuseSecondCopy(options.dataDir);
  try {
    return await runServer(options, { json: flags.json === true, show });
  } catch (error) {
    // Another start may have been quicker.
    await refuseSecondCopy(options.dataDir);
    throw error;
  }
}

async function refuseSecondCopy(dataDir: string): Promise<void> {
  const copy = await findRunningCopy(dataDir);
  if (copy === null) return;
  const { pid, platformUrl, sdkUrl } = copy;
  throw new CliError(
    `Understudy already runs on ${dataDir}: ${platformUrl} (process ${pid}). Stop it, or use another --data folder.`,
    { code: "already-running", platformUrl, sdkUrl, pid },
  );
}

/** @throws CliError where UNDERSTUDY_STORE is no address */
export function storeOf({ store }: Pick<ServeFlags, "store">): string | undefined {
  const address = store ?? process.env.UNDERSTUDY_STORE;
  if (address === undefined || address === "") return undefined;
  const wrong = wrongInStore(address);
  if (wrong === null) return address;
  throw new CliError(`UNDERSTUDY_STORE must ${wrong}.`);
}
