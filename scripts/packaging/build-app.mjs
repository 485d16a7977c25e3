import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { thirdPartyNotices } from "./notices.mjs";
import { sbom } from "./sbom.mjs";
import { standInElectron } from "./stand-in.mjs";

/**
 * Makes the app for a system, and its installers unless `folderOnly`, from what is built.
 *
 * @param {string} root the project's folder
 * @param {{ electronDist: string, folderOnly: boolean, platform?: "linux" | "mac" | "windows", output?: string }} options
 * electronDist: an unpacked Electron or its archive; platform: this one by default; output: `dist` by default
 * @returns {Promise<string[]>} the files that were made
 */
export async function buildApp(root, { electronDist, folderOnly, platform, output = "dist" }) {
  // One time for all that the archives note, so that the same commit gives the same bytes where the formats allow it.
  process.env.SOURCE_DATE_EPOCH ??= commitTime(root);
  writeLists(root, platform ?? process.platform);
  const { build, Platform } = await import("electron-builder");
  const { default: config } = await import("../../electron-builder.config.mjs");
  const system = platform === undefined ? Platform.current() : Platform.fromString(platform);
  return build({
    projectDir: root,
    targets: system.createTarget(folderOnly ? ["dir"] : null),
    publish: "never",
    // A copy: the builder changes what it is given.
    config: structuredClone({ ...config, electronDist, directories: { ...config.directories, output } }),
  });
}

/**
 * Makes the app's folder for Linux where Electron can't be had: all that is ours, as it would lie beside Electron's program, and
 * nothing in that one's place.
 *
 * @returns {Promise<string>} the folder
 */
export async function buildWithoutElectron(root, output = "dist") {
  const standIn = standInElectron();
  try {
    await buildApp(root, { electronDist: standIn.folder, folderOnly: true, platform: "linux", output });
  } finally {
    standIn.remove();
  }
  const folder = join(resolve(root, output), "linux-unpacked");
  for (const name of standIn.left) rmSync(join(folder, name), { recursive: true, force: true });
  return folder;
}

/** Whose works are in it: for people, and as a bill of materials for programs. */
function writeLists(root, platform) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const { text, packages } = thirdPartyNotices(root);
  writeFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), text);
  const bill = sbom(root, packages, Number(process.env.SOURCE_DATE_EPOCH));
  writeFileSync(
    join(root, `dist/understudy-${platform}-${process.arch}.cdx.json`),
    `${JSON.stringify(bill, null, 2)}\n`,
  );
}

/** Seconds since 1970; outside a git checkout that of 1980, the earliest that a zip can hold. */
function commitTime(root) {
  try {
    return execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "315532800";
  }
}
