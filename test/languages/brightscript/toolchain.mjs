import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rokuFolder } from "../../../scripts/setup/roku.mjs";
import { askOnce } from "../ask-once.mjs";

const modules = join(rokuFolder, "node_modules");

/** The engine's scripts and what it reads, by the path that a page asks for. */
export const engineFiles = {
  "/brs.api.js": join(modules, "brs-engine/lib/brs.api.js"),
  "/brs.worker.js": join(modules, "brs-engine/lib/brs.worker.js"),
  "/brs-sg.js": join(modules, "brs-scenegraph/lib/brs-sg.js"),
  "/common.zip": join(modules, "brs-scenegraph/assets/common.zip"),
};

/**
 * Checks a channel with brighterscript and bslint, as plain BrightScript: exit code and what they say. `zip`: packs it, too.
 */
export function checkChannel(channel, zip) {
  const flags = [JSON.stringify(rules)];
  return askOnce({ tool: rokuFolder, flags, sources: [channel], out: zip }, () => check(channel, zip));
}

async function check(channel, zip) {
  const folder = mkdtempSync(join(tmpdir(), "understudy-bsc-"));
  const config = join(folder, "bsconfig.json");
  const options = {
    rootDir: channel,
    files: ["manifest", "source/**/*", "components/**/*", "images/**/*"],
    plugins: [join(modules, "@rokucommunity/bslint")],
    createPackage: zip !== undefined,
    copyToStaging: zip !== undefined,
    stagingDir: join(folder, "staging"),
    ...(zip !== undefined && { outFile: zip }),
  };
  writeFileSync(config, JSON.stringify(options));
  writeFileSync(join(folder, "bslint.json"), JSON.stringify({ rules }));
  const bsc = join(modules, "brighterscript/dist/cli.js");
  const program = spawn(process.execPath, [bsc, "--project", config, "--log-level", "error"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let says = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk) => {
      says += chunk.toString();
    });
  const code = await new Promise((done) => program.once("close", done));
  rmSync(folder, { recursive: true, force: true });
  return { code, says: says.trim() };
}

/** bslint's own, where it has a default; and that every function says what it takes and gives. */
const rules = { "type-annotations": "all" };
