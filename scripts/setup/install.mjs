import { createHash } from "node:crypto";
import { lstat, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { SetupError, withProgress } from "./report.mjs";
import { runStep } from "./run-step.mjs";

/** Installs the dependencies when the lockfile (or the kind of machine) differs from that of the last install. */
export async function ensureInstalled(root) {
  const lock = await readFile(join(root, "package-lock.json"), "utf8");
  const modules = join(root, "node_modules");
  const stamp = join(modules, ".understudy-lock");
  const wanted = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if ((await readOrNull(stamp)) === wanted) return;
  if (await isLink(modules)) return; // It belongs to another checkout, whose own set-up keeps it.
  if (!isInstalled(lock, await readOrNull(join(modules, ".package-lock.json")))) await install(root);
  await writeFile(stamp, wanted);
}

/** Whether npm's own record of node_modules holds every package of the lockfile, e.g. after `npm ci` by hand. */
export function isInstalled(lock, record) {
  if (record === null) return false;
  const { packages: wanted } = JSON.parse(lock);
  const { packages: present } = JSON.parse(record);
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || present[path]?.version === entry.version,
  );
}

async function install(root) {
  const { code, output } = await withProgress("Installing dependencies", () => npmCi(root));
  if (code !== 0) throw new SetupError(explainNpm(output));
}

/** Installs what the lockfile of a folder names. Gives the exit code and what npm said. */
export async function npmCi(root, more = []) {
  // NODE_ENV=production or somebody's `omit` would leave out what the build is made with.
  const all = ["--include=dev", "--include=optional", "--engine-strict=false"];
  // Nor is it somebody's to say, or a workspace's around us, where packages go: side by side, in this folder. And which Node.js will do
  // is ours to say: what asks for a newer one, as Electron does, is not run by this one.
  const here = ["--prefix=.", "--no-global", "--location=project", "--install-strategy=hoisted"];
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const flags = ["ci", ...all, ...here, ...quiet, ...more];
  // npm names its own script when it started us; else the one on the path. So does Yarn, which has no `ci`.
  const script = process.env.npm_execpath;
  const [command, args] =
    script !== undefined && basename(script) === "npm-cli.js"
      ? [process.execPath, [script, ...flags]]
      : [process.platform === "win32" ? "npm.cmd" : "npm", flags];
  try {
    return await runStep(command, args, { cwd: root });
  } catch (error) {
    if (error.code === "ENOENT")
      throw new SetupError("npm was not found. It comes with Node.js; is it on the PATH?");
    throw error;
  }
}

const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EIDLETIMEOUT|network/i,
    "the package registry does not answer. Check the connection or the proxy, then run it again.",
  ],
  [/ENOSPC/, "the disk is full."],
  [/cache folder contains root-owned files/, "npm's own cache can't be written to."],
  [
    /date before/,
    "this machine's npm takes no package that is as new (its setting `min-release-age` or `before`).",
  ],
  [/EACCES|EPERM|EROFS/, "this folder cannot be written to."],
  [
    /EUSAGE|in sync/,
    "package.json and package-lock.json do not fit together. Run `npm install` once and commit both.",
  ],
  [/EINTEGRITY/, "a package is not the one that package-lock.json names (its checksum differs)."],
  [/E40[13]/, "the package registry refuses the sign-in of this machine's npm."],
];

/** Why `npm ci` failed, from what it printed. */
export function explainNpm(output) {
  const reason = REASONS.find(([pattern]) => pattern.test(output))?.[1] ?? "npm says:";
  const lines = output
    .trim()
    .split("\n")
    .filter((line) => !/complete log of this run|^npm error +at |^npm error\s*$/.test(line));
  return [
    `Dependencies could not be installed: ${reason}`,
    ...lines.slice(0, 8).map((line) => `  ${line}`),
  ].join("\n");
}

async function readOrNull(path) {
  return readFile(path, "utf8").catch(() => null);
}

async function isLink(path) {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}
