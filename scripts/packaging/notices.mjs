import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Part of what is built though no bundle names them: a script that is copied, and what a plugin writes. */
const BESIDE_BUNDLES = ["node_modules/@scalar/api-reference", "node_modules/vite"];
const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([-.].*)?$/i;

/**
 * Who made what is in the installers, and under which licence: of each package in a bundle and each that is carried
 * beside them.
 *
 * @returns {{ text: string, packages: { name: string, version: string, license: string, texts: string[] }[] }}
 */
export function thirdPartyNotices(root) {
  const packages = [...new Set([...bundled(root), ...BESIDE_BUNDLES, ...carried(root)])]
    .map((folder) => describe(join(root, folder)))
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  const text = packages.map(noticeOf).join(`\n${"-".repeat(80)}\n\n`);
  return { text: `Understudy contains the following works of others.\n\n${text}`, packages };
}

function bundled(root) {
  const folder = join(root, "out/packages");
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** `dependencies` and what these depend on, as far as it is installed on this system. */
function carried(root) {
  const seen = new Set();
  const visit = (name) => {
    const folder = `node_modules/${name}`;
    const path = join(root, folder, "package.json");
    if (seen.has(folder) || !existsSync(path)) return;
    seen.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path, "utf8"));
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next);
  };
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) visit(name);
  return seen;
}

function describe(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort();
  return {
    name: manifest.name,
    version: manifest.version,
    license: typeof manifest.license === "string" ? manifest.license : (manifest.license?.type ?? "unknown"),
    author: typeof manifest.author === "string" ? manifest.author : (manifest.author?.name ?? ""),
    texts: files.map((name) => readFileSync(join(folder, name), "utf8").trim()),
  };
}

/** Where a package has no licence file of its own, what its manifest says must do. */
function noticeOf({ name, version, license, author, texts }) {
  const head = `${name} ${version} (${license})${author === "" ? "" : `, by ${author}`}`;
  const body = texts.length === 0 ? `Under the terms of ${license}.` : texts.join("\n\n");
  return `${head}\n\n${body}\n`;
}
