import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { parsedJson } from "../../core/parsed-json.ts";
import { CliError } from "../cli-error.ts";

const readyLine = z.object({ event: z.literal("ready"), platformUrl: z.string() });
const errorLine = z.object({ event: z.literal("error"), message: z.string() });

/**
 * Starts a platform that goes on when this command has ended, and gives its address.
 *
 * @throws CliError with what it said, where it did not start
 */
export async function startPlatform(dataDir: string | undefined): Promise<string> {
  const [, script = ""] = process.argv;
  const args = [script, "serve", "--json", ...(dataDir === undefined ? [] : ["--data", dataDir])];
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new CliError(`Understudy did not start: ${reasonIn(errors)}`)));
  });
  // This process may end now; the platform goes on.
  child.stdout.destroy();
  child.stderr.destroy();
  child.removeAllListeners();
  child.unref();
  return readyLine.parse(JSON.parse(line)).platformUrl;
}

/** `serve --json` ends with its reason as JSON; what broke before it could, has said whatever it has. */
const reasonIn = (said: string): string =>
  errorLine.safeParse(parsedJson(said.trim().split("\n").at(-1) ?? "")).data?.message ?? said.trim();
