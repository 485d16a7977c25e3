import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDataFolder } from "../../../src/cli/doctor/data-folder.ts";
import { checkDatabase, checkDocuments } from "../../../src/cli/doctor/documents.ts";
import { checkPort } from "../../../src/cli/doctor/ports.ts";
import { notRunning } from "../../../src/cli/platform/find-platform.ts";
import type { Locator } from "../../../src/server/locator.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("checkDataFolder", () => {
  it("passes a folder that is there, and one that serve would make, and makes nothing", async () => {
    expect((await checkDataFolder(folder, null)).status).toBe("ok");
    expect((await checkDataFolder(join(folder, "a/b"), null)).text).toContain("serve makes it");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("says where a copy runs on it", async () => {
    const copy = { pid: 7, platformUrl: "http://127.0.0.1:4750" } as Locator;
    expect(await checkDataFolder(folder, copy)).toMatchObject({
      status: "ok",
      text: `data folder ${folder}: Understudy runs on it, at http://127.0.0.1:4750 (process 7)`,
    });
  });

  it("names the file that is in the way", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await checkDataFolder(file, null)).toMatchObject({
      status: "problem",
      text: `data folder ${file} is not a folder`,
    });
    expect((await checkDataFolder(join(file, "a"), null)).status).toBe("problem");
  });

  it("looks at .understudy too", async () => {
    writeFileSync(join(folder, ".understudy"), "");
    expect((await checkDataFolder(folder, null)).status).toBe("problem");
  });

  it.runIf(process.platform !== "win32")(
    "names what a start would refuse: secrets that others may read, a link",
    async () => {
      const own = join(folder, ".understudy");
      mkdirSync(own, { mode: 0o700 });
      writeFileSync(join(own, "secrets.json"), "{}");
      // Not by `mode`, of which the umask takes away.
      chmodSync(join(own, "secrets.json"), 0o644);
      expect(await checkDataFolder(folder, null)).toMatchObject({
        status: "problem",
        text: expect.stringMatching(/secrets\.json can be read by others.*chmod 600/),
      });
      chmodSync(join(own, "secrets.json"), 0o600);
      expect((await checkDataFolder(folder, null)).status).toBe("ok");
      symlinkSync("/etc/hostname", join(own, "oauth.json"));
      expect((await checkDataFolder(folder, null)).text).toContain("oauth.json is not a plain file");
    },
  );
});

it.runIf(process.platform === "linux")("names a folder in /proc, which keeps no files", async () => {
  expect(await checkDataFolder("/proc/understudy", null)).toMatchObject({ status: "problem" });
});

describe("checkDocuments", () => {
  it("is content with an empty folder", async () => {
    expect(await checkDocuments(folder)).toEqual([
      { id: "documents", status: "ok", text: "no documents yet" },
    ]);
  });

  it("names each damaged document with its line", async () => {
    mkdirSync(join(folder, "spaces/cinema"), { recursive: true });
    writeFileSync(join(folder, "workspace.json"), '{\n  "schemaVersion": 1,\n  oops\n}');
    writeFileSync(join(folder, "spaces/cinema/space.json"), '{ "schemaVersion": 999 }');
    mkdirSync(join(folder, "spaces/theatre"));
    writeFileSync(join(folder, "spaces/theatre/space.json"), Buffer.from('{\n"name": "Müller"}', "latin1"));
    const checks = await checkDocuments(folder);
    expect(checks.map(({ status }) => status)).toEqual(["problem", "problem", "problem"]);
    expect(checks[2]?.text).toMatch(/^spaces.theatre.space\.json, line 2: is not UTF-8/);
    expect(checks[0]?.text).toMatch(/^workspace\.json, line 3: /);
    expect(checks[1]?.text).toMatch(/^spaces.cinema.space\.json, line 1: .*newer Understudy/);
  });
});

describe.skipIf(process.platform === "win32")("what can't be looked at", () => {
  const loop = (path: string) => symlinkSync(path, path);

  it("is a problem of the data folder, which is named once", async () => {
    const path = join(folder, "loop");
    loop(path);
    expect((await checkDataFolder(path, null)).text).toMatch(`data folder ${path} can't be used: a link`);
  });

  it("is named by the commands that look for a platform there: the folder, not a file in it", () => {
    const path = join(folder, "loop");
    loop(path);
    expect(notRunning(path).message).toMatch(`${path} can't be used: a link`);
  });

  it("is a problem of the documents", async () => {
    mkdirSync(join(folder, "spaces/cinema"), { recursive: true });
    loop(join(folder, "spaces/cinema/published"));
    expect(await checkDocuments(folder)).toMatchObject([
      { status: "problem", text: expect.stringContaining("can't be used: a link in this path") },
    ]);
  });

  it("is a problem of the event store", async () => {
    mkdirSync(join(folder, ".understudy"));
    loop(join(folder, ".understudy/data.db"));
    expect(await checkDatabase(folder)).toMatchObject({
      status: "problem",
      text: expect.stringContaining("can't be used: a link in this path"),
    });
  });
});

describe("checkPort", () => {
  let server: Server;
  afterEach(() => server.close());

  async function listen(body: string, host = "127.0.0.1"): Promise<number> {
    server = createServer((_request, response) => response.end(body));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  }
  const port = (number: number) => ({ id: "sdk-port", number, plane: "SDK plane" }) as const;

  it("says that a port is free", async () => {
    const number = await listen("");
    await new Promise((resolve) => server.close(resolve));
    expect(await checkPort(port(number), null)).toMatchObject({ status: "ok" });
  });

  it("says who has it", async () => {
    const number = await listen("hello");
    expect((await checkPort(port(number), null)).text).toContain("taken by another program");
    const copy = {
      pid: 7,
      platformUrl: "http://127.0.0.1:1",
      sdkUrl: `http://127.0.0.1:${number}`,
      startedAt: "",
      version: "",
      token: "",
    };
    expect((await checkPort(port(number), copy)).text).toContain("runs on this data folder (process 7)");
  });
});
