import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { SetupError } from "../setup/report.mjs";
import { trayFiles } from "./icon-files.mjs";
import { loadedFiles } from "./loaded-files.mjs";

/** What runs in a thread of its own is loaded by its path, so no import names it. */
const ENTRIES = ["index.js", "store-writer.cjs", "store-reader.cjs", "store-scanner.cjs", "store-files.cjs"];
/** Read at run time by their path: the pages, the SDK's files that generated code is shipped with, templates, and icons. */
const FOLDERS = [
  "out/preload",
  "out/renderer",
  "out/docs",
  "out/sdk",
  "out/demo",
  "resources/templates",
  "resources/sdk",
  "resources/sign-in",
];
const ICONS = [
  "understudy-512.png",
  ...["tray", "trayTemplate"].flatMap((name) => Object.keys(trayFiles(name))),
];
const FILES = ["package.json", ...ICONS.map((name) => `resources/icons/${name}`)];

/**
 * Every file of ours that the desktop app needs at run time, as paths from the project's folder with forward slashes,
 * sorted. The command line is not among them: see docs/adr/0031-what-the-installers-hold.md.
 */
export function appFiles(root) {
  const missing = [...ENTRIES.map((name) => `out/main/${name}`), ...FOLDERS, ...FILES].filter(
    (path) => !existsSync(join(root, path)),
  );
  if (missing.length > 0) throw new SetupError(`Cannot package: ${missing.join(", ")} is not built.`);
  const scripts = ENTRIES.flatMap((name) => loadedFiles(join(root, "out/main", name)));
  const others = FOLDERS.flatMap((folder) => filesUnder(join(root, folder)));
  const paths = [...scripts, ...others].map((file) => relative(root, file).split(sep).join("/"));
  return [...new Set([...paths, ...FILES])].sort();
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
