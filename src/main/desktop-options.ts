import { parseArgs } from "node:util";
import { defaultDataDir } from "../server/locator.ts";
import type { ServerOptions } from "../server/start-server.ts";

/**
 * What to start, from the app's own arguments (the launcher passes `understudy open`'s flags on). Arguments that are
 * not known, such as Chromium's, are left alone.
 */
export function desktopOptions(args: readonly string[], env: NodeJS.ProcessEnv): ServerOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      "sdk-port": { type: "string" },
      seed: { type: "string" },
      clock: { type: "string" },
      lan: { type: "boolean" },
    },
  });
  return {
    dataDir: text(values.data) ?? defaultDataDir(),
    port: port(values.port),
    sdkPort: port(values["sdk-port"]),
    seed: text(values.seed),
    clock: text(values.clock),
    lan: values.lan === true,
    token: env.UNDERSTUDY_TOKEN || undefined,
  };
}

type ParsedValue = string | boolean | undefined;

function text(value: ParsedValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function port(value: ParsedValue): number | undefined {
  const digits = text(value);
  return digits === undefined ? undefined : Number(digits);
}
