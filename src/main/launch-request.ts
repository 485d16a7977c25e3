import { statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { linkPath, linkScheme } from "../core/deep-link.ts";
import { defaultDataDir } from "../server/locator.ts";
import type { ServerOptions } from "../server/start-server.ts";

/** What a launch of the app asks for, the first one or one while it runs. */
export interface LaunchRequest {
  /** The workspace; null where none was named: then it is the last one. */
  readonly dataDir: string | null;
  /** A page of the console, from a link; null where there is none that makes sense. */
  readonly path: string | null;
  readonly server: Omit<ServerOptions, "dataDir">;
}

/**
 * Reads the app's own arguments: those of `understudy open`, which the launcher passes on, a link, a workspace's file.
 * Arguments that are not known, such as Chromium's, are left alone. `cwd` is where paths are relative to.
 */
export function readLaunch(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): LaunchRequest {
  const { values, positionals } = parseArgs({
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
  const link = positionals.find((one) => one.startsWith(`${linkScheme}:`));
  return {
    dataDir: folderAsked(text(values.data), cwd) ?? folderOfFiles(positionals, cwd),
    path: link === undefined ? null : linkPath(link),
    server: {
      port: port(values.port),
      sdkPort: port(values["sdk-port"]),
      seed: text(values.seed),
      clock: text(values.clock),
      lan: values.lan === true,
      token: env.UNDERSTUDY_TOKEN || undefined,
    },
  };
}

/** The launcher names the default folder where nobody named one: that asks for none. */
function folderAsked(data: string | undefined, cwd: string): string | null {
  if (data === undefined) return null;
  const folder = resolve(cwd, data);
  return folder === resolve(defaultDataDir()) ? null : folder;
}

/**
 * The workspace that the system's file manager opens the app with: the folder of a `workspace.json` or of a file that ends
 * in `.understudy`, which is what the installed app is registered for; or a folder that ends so.
 */
export function workspaceOfFile(path: string): string | null {
  if (basename(path) === "workspace.json") return dirname(path);
  if (extname(path) !== ".understudy") return null;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}

function folderOfFiles(positionals: readonly string[], cwd: string): string | null {
  const folders = positionals.map((one) => workspaceOfFile(resolve(cwd, one)));
  return folders.find((folder) => folder !== null) ?? null;
}

type ParsedValue = string | boolean | undefined;

function text(value: ParsedValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function port(value: ParsedValue): number | undefined {
  const digits = text(value);
  return digits === undefined ? undefined : Number(digits);
}
