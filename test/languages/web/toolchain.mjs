import { spawn } from "node:child_process";
import { isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { webToolsFolder } from "../../../scripts/setup/web-tools.mjs";
import { askOnce } from "../ask-once.mjs";

/** A module of the toolchain's packages; one of CommonJS is what it exports. */
export async function importTool(file) {
  const found = pathToFileURL(join(webToolsFolder, "node_modules", file)).href;
  const module = await import(/* @vite-ignore */ found);
  return typeof module.default === "object" ? module.default : module;
}

/** Runs a script of a tool, or of the folder itself, in a folder: its exit code, and what it says. */
export function runTool(script, args, cwd) {
  const flags = [isAbsolute(script) ? relative(cwd, script) : script, ...args];
  const without = [".next", "dist", "next-env.d.ts"];
  return askOnce({ tool: webToolsFolder, flags, sources: [cwd], without }, () => run(script, args, cwd));
}

async function run(script, args, cwd) {
  const program = spawn(process.execPath, [resolve(webToolsFolder, "node_modules", script), ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let says = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk) => {
      says += chunk.toString();
    });
  const code = await new Promise((done) => program.once("close", done));
  return { code, says: says.trim() };
}
