import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { linkPath, linkScheme } from "../core/deep-link.ts";
import { tokenIn } from "../core/given-token.ts";
import { ownSeedNames } from "../core/stage.ts";
import type { ServerOptions } from "../server/start-server.ts";
import { isSameFolder } from "./same-folder.ts";
import { isAddress, workspaceOfArgument } from "./workspace-of-argument.ts";

/** What a launch of the app asks for, the first one or one while it runs. */
export interface LaunchRequest {
  /** The workspace; null where none was named: then it is the last one. */
  readonly dataDir: string | null;
  /** A page of the console, from a link; null where there is none that makes sense. */
  readonly path: string | null;
  /** Whether it begins without a window, in the tray or the dock: started at login. */
  readonly hidden: boolean;
  /** The scene whose show begins; null where none was asked for. */
  readonly show: string | null;
  readonly server: Omit<ServerOptions, "dataDir">;
}

/**
 * Reads the app's own arguments: those of `understudy open`, which the launcher passes on, a link, a workspace's file.
 * Arguments that are not known, such as Chromium's, are left alone. `cwd` is where paths are relative to.
 */
export function readLaunch(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): LaunchRequest {
  const { values, positionals } = parseArgs({
    args: upToLink(args),
    strict: false,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      "sdk-port": { type: "string" },
      seed: { type: "string" },
      show: { type: "string" },
      clock: { type: "string" },
      lan: { type: "boolean" },
      hidden: { type: "boolean" },
    },
  });
  const link = positionals.find(isLink);
  return {
    dataDir: folderNamed(text(values.data), cwd) ?? folderOfFiles(positionals, cwd),
    path: link === undefined ? null : linkPath(link),
    hidden: values.hidden === true,
    show: text(values.show) ?? null,
    server: {
      port: port(values.port),
      sdkPort: port(values["sdk-port"]),
      seed: seed(text(values.seed), cwd),
      clock: text(values.clock),
      lan: values.lan === true,
      token: tokenIn(env.UNDERSTUDY_TOKEN),
    },
  };
}

/** A launch with what a later one asks for instead; what that one leaves open stays as it was. */
export function withLater(launch: LaunchRequest, later: LaunchRequest): LaunchRequest {
  const before = later.dataDir === null ? launch.server : flagsFor(launch, later.dataDir);
  const named = Object.fromEntries(Object.entries(later.server).filter(([, value]) => value !== undefined));
  const lan = before.lan === true || later.server.lan === true;
  return {
    dataDir: later.dataDir ?? launch.dataDir,
    path: later.path ?? launch.path,
    // Whoever launches it once more wants to see it.
    hidden: launch.hidden && later.hidden,
    show: later.show ?? launch.show,
    server: { ...before, ...named, lan },
  };
}

/** The flags for a workspace: a clock and the network are for the one that the launch named, and for no other. */
export const flagsFor = ({ dataDir, server }: LaunchRequest, opened: string): LaunchRequest["server"] =>
  dataDir === null || isSameFolder(dataDir, opened) ? server : { ...server, clock: undefined, lan: false };

/** What a link asks for: a page, and nothing else of a launch. */
export const readLink = (link: string): LaunchRequest => ({
  ...readLaunch([], {}, "/"),
  path: linkPath(link),
});

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${linkScheme}:`);

/** What follows a link may be the link's too: on Windows a quotation mark in it ends the argument, and begins others. */
function upToLink(args: readonly string[]): string[] {
  const at = args.findIndex((one) => isAddress(one) && !one.toLowerCase().startsWith("file:"));
  return at === -1 ? [...args] : args.slice(0, at + 1);
}

const folderNamed = (data: string | undefined, cwd: string): string | null =>
  data === undefined ? null : resolve(cwd, data);

function folderOfFiles(positionals: readonly string[], cwd: string): string | null {
  const folders = positionals.map((one) => workspaceOfArgument(one, cwd));
  return folders.find((folder) => folder !== null) ?? null;
}

type ParsedValue = string | boolean | undefined;

function text(value: ParsedValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

const seed = (value: string | undefined, cwd: string): string | undefined =>
  value === undefined || ownSeedNames.some((own) => own === value) ? value : resolve(cwd, value);

function port(value: ParsedValue): number | undefined {
  const digits = text(value);
  return digits === undefined ? undefined : Number(digits);
}
