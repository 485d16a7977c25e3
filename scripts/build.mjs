import { existsSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildSdk } from "./setup/build-sdk.mjs";
import { dropStamp, fingerprint, writeStamp } from "./setup/build-stamp.mjs";
import { buildThreads } from "./setup/build-threads.mjs";
import { SetupError } from "./setup/report.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const ENTRIES = [
  "src/main/index.ts",
  "src/cli/index.ts",
  "src/preload/index.ts",
  "src/renderer/index.html",
  "src/sdk/browser/index.ts",
  "examples/web/index.html",
];

await runScript(async () => {
  await setUp({ build: false });
  const missing = ENTRIES.filter((entry) => !existsSync(join(root, entry)));
  if (missing.length > 0) throw new SetupError(`Cannot build: ${missing.join(", ")} is not there.`);
  const inputs = fingerprint(root);
  dropStamp(root);
  await rm(join(root, "out"), { recursive: true, force: true });
  await bundle();
  await buildThreads(root);
  await buildSdk(root);
  await buildDemo();
  await copyReference();
  writeStamp(root, inputs);
});

async function bundle() {
  const electronVite = join(root, "node_modules/electron-vite/bin/electron-vite.js");
  const { code } = await runStep(process.execPath, [electronVite, "build"], { cwd: root, show: true });
  if (code !== 0) throw new SetupError("The bundles could not be built; the reason is above.");
}

/** The sample app, which the SDK plane serves: built as its own `npm run build` builds it, but for where it goes. */
async function buildDemo() {
  const { build } = await import("vite");
  const outDir = join(root, "out/demo");
  const css = { postcss: {} };
  await build({
    root: join(root, "examples/web"),
    logLevel: "error",
    css,
    build: { outDir, emptyOutDir: true },
  });
}

/** The API reference's page is served from our own origin: its one script is copied beside the bundles. */
async function copyReference() {
  const from = join(root, "node_modules/@scalar/api-reference/dist/browser/standalone.js");
  await mkdir(join(root, "out/docs"), { recursive: true });
  await cp(from, join(root, "out/docs/standalone.js"));
}
