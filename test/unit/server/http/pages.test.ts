import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { consolePages } from "../../../../src/server/http/pages.ts";
import { docsPages } from "../../../../src/server/openapi/docs-pages.ts";

test("pages come from below a hidden folder too, as an AppImage is mounted, and from below one called assets", async () => {
  const base = mkdtempSync(join(tmpdir(), "understudy-pages-"));
  const folder = join(base, ".mount_Underst", "assets", "out");
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const name of ["index.html", "theme.js", "standalone.js", "assets/index.js"])
    writeFileSync(join(folder, name), name);
  const server = createServer(express().use(docsPages(folder), consolePages(folder))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const isKept = answer.headers.get("cache-control")?.includes("immutable") ?? false;
    return [path, answer.status, await answer.text(), isKept];
  };
  try {
    for (const path of ["/", "/welcome", "/spaces/cinema/production/events"])
      expect(await asked(path)).toEqual([path, 200, "index.html", false]);
    expect(await asked("/assets/index.js")).toEqual(["/assets/index.js", 200, "assets/index.js", true]);
    expect(await asked("/theme.js")).toEqual(["/theme.js", 200, "theme.js", false]);
    expect(await asked("/docs/standalone.js")).toEqual(["/docs/standalone.js", 200, "standalone.js", false]);
  } finally {
    server.close();
    rmSync(base, { recursive: true });
  }
});
