import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build, minifySync } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdk } from "../../../scripts/setup/build-sdk.mjs";
import { sdk } from "../../../src/sdk/browser/version.ts";

const root = resolve(import.meta.dirname, "../../..");
const source = join(root, "src/sdk/browser");
let folder: string;
let tarball: Buffer;
const text = (name: string) => readFileSync(join(folder, "package", name), "utf8");
const publicValues = ["Client", "Collection", "Experience", "Section", "Session", "sdk"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "understudy-sdk-"));
  await buildSdk(root, join(folder, "package"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: join(folder, "package"),
    stdio: ["ignore", "ignore", "ignore"],
  });
  const [packed = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  tarball = readFileSync(join(folder, packed));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed folder", () => {
  it("is in order for publint", async () => {
    const data = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
    const { messages } = await publint({ pack: { tarball: data as ArrayBuffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it("has types that are right in every way to import it", async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    expect(result.types).toEqual({ kind: "included" });
    expect("problems" in result ? result.problems : null).toEqual([]);
    expect("entrypoints" in result && Object.keys(result.entrypoints)).toEqual([
      ".",
      "./react",
      "./package.json",
    ]);
  });

  it("names its version, the same as on the wire, and no dependency", () => {
    const manifest = JSON.parse(text("package.json"));
    expect(manifest).toMatchObject({ version: sdk.version, sideEffects: false, type: "module" });
    expect(manifest).not.toHaveProperty("dependencies");
  });
});

describe("the bundles", () => {
  it.each(["index.js", "index.cjs", "understudy.iife.js", "react.js", "react.cjs"])(
    "%s import react at most",
    (name) => {
      const specifiers = [
        ...text(name).matchAll(/\bfrom\s*"([^"]+)"|\brequire\("([^"]+)"\)|\bimport\("?([^)]*)/g),
      ];
      const wanted = name.startsWith("react") ? ["react"] : [];
      expect(specifiers.map((found) => found[1] ?? found[2] ?? found[3])).toEqual(wanted);
      expect(text(name)).not.toContain("zod");
    },
  );

  it.each([
    ["index.js", 9_000],
    ["understudy.iife.js", 9_000],
    ["react.js", 1_000],
  ])("%s is under %i bytes, minified and gzipped", (name, most) => {
    const { code } = minifySync(name, text(name), { module: true });
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(most);
  });

  // What a bundler leaves as it is, an older browser has to know: core's own code, of which only types are here, may know more.
  it("use nothing that is newer than ES2020", () => {
    const tsc = join(root, "node_modules/.bin/tsc");
    const lib = ["--noEmit", "--lib", "ES2020,DOM,DOM.Iterable"];
    const { stdout } = spawnSync(tsc, ["-p", join(root, "tsconfig.sdk.json"), ...lib], {
      cwd: root,
      encoding: "utf8",
    });
    // Whatever else it says, such as that it could not begin, is no answer.
    expect(stdout.split("\n").filter((line) => line !== "" && !/^(src\/core\/|\s)/.test(line))).toEqual([]);
  });

  it("export the same in each form", async () => {
    const esm = await import(pathToFileURL(join(folder, "package/index.js")).href);
    const cjs = createRequire(join(folder, "package/x.cjs"))("./index.cjs");
    const page: { Understudy?: object } = {};
    runInNewContext(`${text("understudy.iife.js")};this.Understudy = Understudy`, page);
    for (const found of [esm, cjs, page.Understudy ?? {}])
      expect(Object.keys(found).sort()).toEqual(publicValues);
    const fallbacks = { space: "s", revision: 0, states: {} };
    expect(new esm.Client({ fallbacks }).session.status).toBe("idle");
    expect(new cjs.Client({ fallbacks }).session.status).toBe("idle");
  });

  // Generated code has the file without its package.json, so that nothing says that it has no side effects.
  it("leave nothing in an app that uses nothing of it", async () => {
    writeFileSync(join(folder, "index.js"), text("index.js"));
    const entry = join(folder, "app.js");
    writeFileSync(entry, 'import { Client } from "./index.js"; console.log(1);');
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { write: false, minify: true, lib: { entry, formats: ["es"], fileName: "app" } },
    });
    const [first] = [built].flat();
    const code = first !== undefined && "output" in first ? first.output[0].code : "";
    expect(code.replace(/^\/\/.*$/gm, "").trim()).toBe("console.log(1);");
  });
});

describe("the declarations", () => {
  it("export what index.ts exports, and nothing internal", () => {
    const declared = [
      ...text("index.d.ts").matchAll(/^export (?:declare )?(?:class|const|interface|type) (\w+)/gm),
    ];
    const exported = readFileSync(join(source, "index.ts"), "utf8")
      .replace(/export type|export|type|from "[^"]+"/g, "")
      .match(/\w+/g);
    expect(declared.map(([, name]) => name).sort()).toEqual(exported?.sort());
    expect(text("index.d.ts")).not.toMatch(/\bEngine\b|\.ts"|^import/m);
  });

  it("are the same for CommonJS, but for the neighbour's name", () => {
    expect(text("index.d.cts")).toBe(text("index.d.ts"));
    expect(text("react.d.cts")).toBe(text("react.d.ts").replace("./index.js", "./index.cjs"));
  });
});

describe("the source", () => {
  it("imports types only from core", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(20);
    const imports = files.flatMap(
      (name) => readFileSync(join(source, name), "utf8").match(/^.*\/core\/.*$/gm) ?? [],
    );
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((line) => !line.startsWith("import type "))).toEqual([]);
  });
});
