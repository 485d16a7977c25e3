import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveShellPages } from "../../../src/main/shell-pages.ts";
import { protocol } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

let base: string;
/** All of these are there: what is not answered is refused, and not just missing. */
const files = [
  "out/main/index.js",
  "out/renderer/chooser.html",
  "out/renderer/index.html",
  "out/renderer/assets/chooser-a1.js",
  "out/renderer/assets/chooser.map",
  "out/renderer/assets/.env",
  "out/package.json",
];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "understudy-shell-"));
  for (const file of files) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), file);
  }
  serveShellPages(join(base, "out/renderer"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function ask(path: string, method = "GET") {
  const served = protocol.served.get("understudy-app");
  if (served === undefined) throw new Error("the scheme is not served");
  const url = path.includes(":") ? path : `understudy-app://shell${path}`;
  const answer = await served({ url, method });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

describe("the shell's own pages", () => {
  it.each([
    ["/chooser.html", "text/html; charset=utf-8"],
    ["/assets/chooser-a1.js", "text/javascript; charset=utf-8"],
  ])("are answered as what they are: %s", async (path, type) => {
    const { status, text, headers } = await ask(path);
    expect([status, text, headers.get("content-type")]).toEqual([200, `out/renderer${path}`, type]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    "/",
    "/index.html",
    "/chooser.html/../index.html",
    "/assets/../../main/index.js",
    "/assets/%2e%2e/%2e%2e/main/index.js",
    "/assets/..%2f..%2fmain%2findex.js",
    "/assets/.env",
    "/assets/chooser.map",
    "/assets/gone.js",
    "/../package.json",
    "/assets/",
    "understudy-app://other/chooser.html",
    "https://shell/chooser.html",
    "file:///etc/passwd",
  ])("are all that is there, and not %s", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, text: "Not found" });
  });

  it("are given to GET only, and every answer forbids what the page does not need", async () => {
    expect((await ask("/chooser.html", "POST")).status).toBe(404);
    for (const path of ["/chooser.html", "/"])
      expect((await ask(path)).headers.get("content-security-policy")?.split("; ")).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
  });
});
