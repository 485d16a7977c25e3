import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

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
  it("names no download address", () => {
    expect(read("package-lock.json")).not.toContain('"resolved"');
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

interface Locked {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}
