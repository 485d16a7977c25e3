// `npm run package`: installers for this system, in dist/. `-- --dir` makes the app's folder alone, without an installer.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { electronDist } from "./packaging/electron-dist.mjs";
import { thirdPartyNotices } from "./packaging/notices.mjs";
import { SetupError } from "./setup/report.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

await runScript(async () => {
  await setUp();
  const dist = await electronDist(root, { platform: process.platform, arch: process.arch });
  ensureNativeCode();
  writeNotices();
  await makeInstallers(dist, process.argv.includes("--dir"));
});

/** npm installs libsql's native part for the system that it runs on, so that is the one that can be packaged for. */
function ensureNativeCode() {
  const suffix = process.platform === "linux" ? "-gnu" : process.platform === "win32" ? "-msvc" : "";
  const name = `@libsql/${process.platform}-${process.arch}${suffix}`;
  if (!existsSync(join(root, "node_modules", name)))
    throw new SetupError(`Nothing was packaged: ${name} is not installed, which the app needs here.`);
}

function writeNotices() {
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), thirdPartyNotices(root).text);
}

async function makeInstallers(dist, folderOnly) {
  // One time for all that the archives note, so that the same commit gives the same bytes where the formats allow it.
  process.env.SOURCE_DATE_EPOCH ??= commitTime();
  const { build, Platform } = await import("electron-builder");
  const { default: config } = await import("../electron-builder.config.mjs");
  const targets = Platform.current().createTarget(folderOnly ? ["dir"] : null);
  const made = await build({
    projectDir: root,
    targets,
    publish: "never",
    config: { ...config, electronDist: dist },
  });
  for (const file of made) console.log(file);
}

/** Seconds since 1970; outside a git checkout that of 1980, the earliest that a zip can hold. */
function commitTime() {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "315532800";
  }
}
