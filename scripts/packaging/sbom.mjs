import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What is in the installers, as a bill of materials in CycloneDX 1.6: each package with its version, licence and the hash of
 * what the registry gave.
 *
 * @param {string} root the project's folder
 * @param {{ name: string, version: string, license: string }[]} packages
 * @param {number} at in seconds since 1970
 */
export function sbom(root, packages, at) {
  const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const { name, version, license, devDependencies } = read("package.json");
  const locked = Object.entries(read("package-lock.json").packages);
  const electron = { name: "electron", version: devDependencies.electron, license: "MIT" };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(at * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": purl({ name, version }),
        name,
        version,
        licenses: licences(license),
      },
    },
    components: [electron, ...packages].map((one) => ({
      type: one === electron ? "framework" : "library",
      "bom-ref": purl(one),
      name: one.name,
      version: one.version,
      purl: purl(one),
      licenses: licences(one.license),
      ...hashes(locked, one),
    })),
  };
}

/** Package URL (ECMA-427): a scope's @ is escaped. */
const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** An SPDX expression where it can be one; else what the package says. */
const licences = (license) =>
  /^[\w.+-]+$|^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)+\)?$/.test(license) && license !== "unknown"
    ? [{ expression: license }]
    : [{ license: { name: license } }];

function hashes(locked, { name, version }) {
  const entry = locked.find(
    ([place, found]) => place.endsWith(`node_modules/${name}`) && found.version === version,
  )?.[1];
  const sha512 = /^sha512-(.+)$/.exec(entry?.integrity ?? "")?.[1];
  if (sha512 === undefined) return {};
  return { hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] };
}
