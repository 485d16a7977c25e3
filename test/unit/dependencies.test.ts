import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { sbom } from "../../scripts/packaging/sbom.mjs";
import { supplyFaults, withoutDigest, withoutIntegrity } from "../../scripts/supply-faults.mjs";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest: { dependencies: object; devDependencies: object } = JSON.parse(read("package.json"));
const page = read("docs/dependencies.md");

/** A row is: | `name` | reason | */
const rows = new Map([...page.matchAll(/^\| `([^`]+)` +\| (.+) \|$/gm)].map((match) => [match[1], match[2]]));

describe("docs/dependencies.md", () => {
  const named = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].sort();

  it("gives a reason for each dependency, and names none that is not there", () => {
    expect([...rows.keys()].sort()).toEqual(named);
  });

  it("lists those that the built app needs under their own heading", () => {
    const runtime = page.slice(page.indexOf("## At run time"), page.indexOf("## Bundled"));
    const listed = [...runtime.matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });
});

describe("package-lock.json", () => {
  it("installs the API reference without anything that it was built from", () => {
    const of = "@scalar/api-reference";
    const { overrides }: { overrides: Record<string, object> } = JSON.parse(read("package.json"));
    const { dependencies } = JSON.parse(read("package-lock.json")).packages[`node_modules/${of}`];
    expect(Object.keys(overrides[of] ?? {}).sort()).toEqual(Object.keys(dependencies).sort());
  });

  it("names no download address", () => {
    expect(read("package-lock.json")).not.toContain('"resolved"');
  });

  it("has the hash of what each name stands for", () => {
    expect(withoutIntegrity(JSON.parse(read("package-lock.json")))).toEqual([]);
  });

  it("a release is made of nothing else: an entry without a hash, an action by a name", () => {
    const packages = {
      "": {},
      "node_modules/a": { integrity: "sha512-AA==" },
      "node_modules/b": {},
      "node_modules/c": { integrity: "sha1-AA==" },
    };
    expect(withoutIntegrity({ packages })).toEqual(["node_modules/b", "node_modules/c"]);
    const digest = "11bd71901bbe5b1630ceea73d27597364c9af683";
    const workflow = `steps:\n  - uses: a/b@v4\n  - name: x\n    uses: a/c@main\n  - uses: a/d@${digest} # v1\n  - uses: ./own\n`;
    expect(withoutDigest(workflow)).toEqual(["a/b@v4", "a/c@main"]);
    expect(supplyFaults(root)).toEqual([]);
  });

  it("the bill of materials names what is in the installers, with hashes", () => {
    const packages = [
      { name: "libsql", version: installed("libsql"), license: "MIT" },
      {
        name: "@tanstack/react-query",
        version: installed("@tanstack/react-query"),
        license: "(MIT OR Apache-2.0)",
      },
      { name: "odd", version: "1.0.0", license: "SEE LICENSE IN LICENSE.md" },
    ];
    const { metadata, components } = sbom(root, packages, 1_763_800_000);
    expect(metadata.timestamp).toBe("2025-11-22T08:26:40.000Z");
    expect(components.map(({ purl }) => purl.replace(/@[\d.]+$/, ""))).toEqual([
      "pkg:npm/electron",
      "pkg:npm/libsql",
      "pkg:npm/%40tanstack/react-query",
      "pkg:npm/odd",
    ]);
    expect(components.map((one) => /^[0-9a-f]{128}$/.test(one.hashes?.[0]?.content ?? ""))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(components.map(({ licenses }) => licenses)).toEqual([
      [{ expression: "MIT" }],
      [{ expression: "MIT" }],
      [{ expression: "(MIT OR Apache-2.0)" }],
      [{ license: { name: "SEE LICENSE IN LICENSE.md" } }],
    ]);
  });

  // npm writes none for a package that the registry at hand does not have, and `npm ci` then refuses the whole file.
  it("has an entry for each dependency, those for other systems too", () => {
    const lock: { packages: Record<string, Locked> } = JSON.parse(read("package-lock.json"));
    const places = Object.keys(lock.packages);
    const wanted = Object.values(lock.packages).flatMap((entry) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    );
    const missing = wanted.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });
});

const installed = (name: string): string => JSON.parse(read(`node_modules/${name}/package.json`)).version;

interface Locked {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}
