import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quitOrder } from "../../src/core/desktop-sign.ts";
import { accessibleNames } from "./accessible-names.ts";

/** The app as it is installed: its fuses let nobody in, so it is looked at from outside, as a person would. */
const token = "packed-owner-token-0123456789";
let folder: string;
let app: ChildProcess;
let printed = "";

beforeAll(() => {
  const program = process.env.UNDERSTUDY_PACKED_APP;
  if (!program) throw new Error("Run it by `npm run test:desktop -- --packed PROGRAM`.");
  folder = mkdtempSync(join(tmpdir(), "understudy-packed-"));
  const flags = [
    `--user-data-dir=${join(folder, "profile")}`,
    `--data=${join(folder, "data")}`,
    "--port=0",
    "--sdk-port=0",
    "--seed=demo",
    // Chromium builds the tree only for who asks for it.
    "--force-renderer-accessibility",
  ];
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  app = spawn(program, flags, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...env, UNDERSTUDY_LAUNCHER: "1", UNDERSTUDY_TOKEN: token },
  });
  for (const stream of [app.stdout, app.stderr])
    stream?.on("data", (text) => {
      printed += text;
    });
});
afterAll(() => {
  app?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const within = { timeout: 50_000, interval: 500 };
const locator = () => join(folder, "data/.understudy/server.json");
const addresses = () =>
  JSON.parse(readFileSync(locator(), "utf8")) as { platformUrl: string; sdkUrl: string };
const seen = () => accessibleNames(app.pid ?? -1);

describe("the packed desktop app", () => {
  it("says that it has started, and that its window is there", async () => {
    await expect.poll(() => printed, within).toContain("understudy-desktop: started\n");
    await expect.poll(() => printed, within).toContain("understudy-desktop: shown\n");
  });

  it("serves its console", async () => {
    const { platformUrl, sdkUrl } = addresses();
    for (const url of [`${platformUrl}/`, `${platformUrl}/healthz`, `${sdkUrl}/healthz`])
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  });

  it("has a window whose accessibility tree is the console's", async () => {
    await expect.poll(seen, within).toContain("Overview");
    expect(seen()).toContain("Settings");
  });

  it("shows an event that was posted", async () => {
    const { platformUrl, sdkUrl } = addresses();
    const headers = { Authorization: `Bearer ${token}` };
    const environments = await (
      await fetch(`${platformUrl}/v2/spaces/cinema/environments`, { headers })
    ).json();
    // Another launch leads the window of the first one to the page, as a link would.
    const link = "understudy://spaces/cinema/development/events";
    const second = spawn(app.spawnfile, [`--user-data-dir=${join(folder, "profile")}`, link], {
      stdio: "ignore",
    });
    expect((await once(second, "exit"))[0]).toBe(0);
    const sent = await fetch(`${sdkUrl}/sdk/v1/events`, {
      method: "POST",
      headers: { "X-API-Key": environments.data[0].apiKey, "Content-Type": "application/json" },
      body: JSON.stringify({
        events: [{ name: "packed/seen", time: new Date().toISOString(), userId: "ana" }],
      }),
    });
    expect(sent.status).toBe(202);
    await expect.poll(seen, within).toContain("packed/seen");
  });

  it("quits cleanly: 0, and the server gone with its locator", async () => {
    const ended = once(app, "exit");
    app.send(quitOrder);
    expect((await ended)[0]).toBe(0);
    expect(existsSync(locator())).toBe(false);
  });
});
