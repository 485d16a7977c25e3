import { defaultDataDir } from "../server/locator.ts";
import type { ServerOptions } from "../server/start-server.ts";
import { givenRunToken } from "./given-token.ts";

/** The flags that `serve` and `open` share, already checked one by one. */
export interface ServerFlags {
  readonly data?: string;
  readonly port?: number;
  readonly sdkPort?: number;
  readonly seed?: string;
  readonly show?: string;
  readonly lan?: boolean;
  readonly clock?: string;
  readonly json?: boolean;
}

/**
 * What to start, from flags and UNDERSTUDY_TOKEN.
 *
 * @throws CliError where the token can be none
 */
export function serverOptions(flags: ServerFlags, env: NodeJS.ProcessEnv = process.env): ServerOptions {
  return {
    dataDir: flags.data ?? defaultDataDir(),
    port: flags.port,
    sdkPort: flags.sdkPort,
    seed: flags.seed,
    lan: flags.lan,
    clock: flags.clock,
    token: givenRunToken(env),
  };
}
