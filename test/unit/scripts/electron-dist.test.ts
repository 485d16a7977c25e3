import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { electronDist } from "../../../scripts/packaging/electron-dist.mjs";

const root = resolve(import.meta.dirname, "../../..");
const linux = { platform: "linux", arch: "x64" };
let folder: string;
let mirror: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-dist-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  mirror?.close();
  mirror = undefined;
  rmSync(folder, { recursive: true });
});

async function mirrorAnswering(status: number): Promise<string> {
  const server = createServer((_req, res) => res.writeHead(status).end("not an archive"));
  mirror = server;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const fetching = () =>
  electronDist(root, { ...linux, env: { electron_config_cache: join(folder, "cache") } });

describe("electronDist", () => {
  it("takes an unpacked Electron that is named", async () => {
    writeFileSync(join(folder, "version"), "1.2.3");
    expect(await electronDist(root, { ...linux, env: { ELECTRON_OVERRIDE_DIST_PATH: folder } })).toBe(folder);
  });

  it("refuses a named folder without one", async () => {
    mkdirSync(join(folder, "empty"));
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, "empty") };
    await expect(electronDist(root, { ...linux, env })).rejects.toThrow(/holds no unpacked Electron/);
  });

  it("says why, and where to read on, when the mirror has none", async () => {
    vi.stubEnv("ELECTRON_MIRROR", await mirrorAnswering(404));
    await expect(fetching()).rejects.toThrow(
      /^Nothing was packaged: Electron [\d.]+ for linux-x64 could not be fetched \(.*404.*\)\.\nSet ELECTRON_MIRROR.*docs\/packaging\.md\.$/,
    );
  });

  it("refuses an archive that is not the one that Electron's own checksums name", async () => {
    vi.stubEnv("ELECTRON_MIRROR", await mirrorAnswering(200));
    await expect(fetching()).rejects.toThrow(/Nothing was packaged/);
  });

  it("says so where nothing answers", async () => {
    const address = await mirrorAnswering(200);
    mirror?.close();
    vi.stubEnv("ELECTRON_MIRROR", address);
    await expect(fetching()).rejects.toThrow(/could not be fetched \(ECONNREFUSED\)/);
  });
});
