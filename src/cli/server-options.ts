import { defaultDataDir } from "../server/locator.ts";
import type { ServerOptions } from "../server/start-server.ts";
import { CliError } from "./cli-error.ts";
import { givenToken } from "./given-token.ts";

const TOKEN_CHARACTERS = 16;

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
 * @throws CliError when the token is too short to be one
 */
export function serverOptions(flags: ServerFlags, env: NodeJS.ProcessEnv = process.env): ServerOptions {
  return {
    dataDir: flags.data ?? defaultDataDir(),
    port: flags.port,
    sdkPort: flags.sdkPort,
    seed: flags.seed,
    lan: flags.lan,
    clock: flags.clock,
    token: tokenFrom(env),
  };
}

function tokenFrom(env: NodeJS.ProcessEnv): string | undefined {
  const token = givenToken(env);
  if (token === undefined || token.length >= TOKEN_CHARACTERS) return token;
  throw new CliError(
    `UNDERSTUDY_TOKEN must have ${TOKEN_CHARACTERS} characters or more; it has ${token.length}.`,
  );
}
