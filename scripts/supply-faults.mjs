// `node scripts/supply-faults.mjs`: what a release must not be made of, each with how it is mended; ends with 1 where there is
// anything. The workflow that makes installers begins with it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Entries of a lock file that anybody's bytes would fit.
 *
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean }> }} lock
 * @returns {string[]} the places of packages
 */
export const withoutIntegrity = ({ packages }) =>
  Object.entries(packages)
    .filter(([place, { integrity, link }]) => place !== "" && !link && !/^sha512-/.test(integrity ?? ""))
    .map(([place]) => place);

/**
 * Actions by a name that can be given to other code.
 *
 * @param {string} workflow its YAML
 * @returns {string[]}
 */
export const withoutDigest = (workflow) =>
  [...workflow.matchAll(/^\s*(?:- )?uses:\s*(\S+)/gm)]
    .map(([, action = ""]) => action)
    .filter((action) => !action.startsWith("./") && !/@[0-9a-f]{40}$/.test(action));

/** @param {string} root the project's folder */
export function supplyFaults(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const workflows = join(root, ".github/workflows");
  return [
    ...withoutIntegrity(lock).map(
      (place) =>
        `package-lock.json: ${place} has no integrity. Where the registry has the package, run \`npm install --package-lock-only --omit-lockfile-registry-resolved\`, and commit the file.`,
    ),
    ...readdirSync(workflows).flatMap((name) =>
      withoutDigest(readFileSync(join(workflows, name), "utf8")).map(
        (action) =>
          `.github/workflows/${name}: ${action} is no digest. Ask \`git ls-remote https://github.com/${action.split("@")[0]}\` for the commit of its tag, and name that.`,
      ),
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = supplyFaults(resolve(import.meta.dirname, ".."));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
