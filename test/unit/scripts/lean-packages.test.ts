import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { leanCode } from "../../../scripts/setup/lean-packages.mjs";

const require = createRequire(import.meta.url);

/** What a CommonJS module exports; `needs` stand in for what it requires, and `on` for the process. */
function run(code: string | null, needs: Readonly<Record<string, unknown>> = {}, on: object = process) {
  const module = { exports: {} };
  const find = (name: string): unknown => needs[name] ?? require(name);
  const body = code ?? "throw new Error('nothing stands in for it')";
  new Function("module", "exports", "require", "process", body)(module, module.exports, find, on);
  return module.exports as never;
}

/** One that stands here, by the names that packages require it by. */
const from = (name: string) => createRequire(require.resolve(name));

describe("what stands in for a package in the bundle", () => {
  it("leaves all others as they are", () => {
    expect(leanCode(require.resolve("express"))).toBeNull();
  });

  it.each([
    ["linux", "x64", "glibc"],
    ["linux", "arm64", "musl"],
    ["linux", "arm", "glibc"],
    ["darwin", "arm64", null],
    ["win32", "x64", null],
  ])("names the same native part of libsql on %s %s (%s)", (platform, arch, libc) => {
    const path = from("libsql").resolve("@neon-rs/load");
    const header = libc === "glibc" ? { glibcVersionRuntime: "2.36" } : {};
    const on = { platform, arch, report: { getReport: () => ({ header }) } };
    const needs = { "detect-libc": { familySync: () => libc, MUSL: "musl" } };
    const theirs: { currentTarget: () => string } = run(readFileSync(path, "utf8"), {}, on);
    const ours: { currentTarget: () => string } = run(leanCode(path), needs, on);
    expect(ours.currentTarget()).toBe(theirs.currentTarget());
  });

  it("says the same of each media type and extension", () => {
    type MimeTypes = Record<"charset" | "contentType" | "extension" | "lookup", (text: string) => unknown>;
    const path = from("express").resolve("mime-types");
    const all: Record<string, { extensions?: string[] }> = createRequire(path)("mime-db");
    const db = run(leanCode(createRequire(path).resolve("mime-db/db.json")));
    const ours: MimeTypes = run(leanCode(path), {
      "mime-db": db,
      "./mimeScore": createRequire(path)("./mimeScore"),
    });
    const theirs: MimeTypes = createRequire(path)(path);
    const names = Object.entries(all).flatMap(([name, { extensions = [] }]) => [name, ...extensions]);
    expect(names.length).toBeGreaterThan(3000);
    const said = (types: MimeTypes) =>
      names.map((name) => [
        types.charset(name),
        types.contentType(name),
        types.extension(name),
        types.lookup(name),
      ]);
    expect(said(ours)).toEqual(said(theirs));
    expect(ours.lookup("constructor")).toBe(false);
    expect(Object.keys(db).length).toBeLessThan(100);
  });
});
