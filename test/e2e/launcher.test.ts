import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkPort } from "../../src/cli/doctor/ports.ts";
import { endAll, program, root, run } from "../helpers/built-program.ts";

const anyPorts = ["--port", "0", "--sdk-port", "0"];
let dataDir: string;
let squatter: Server | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "understudy-launcher-"));
});
afterEach(async () => {
  await endAll();
  squatter?.close();
  squatter = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

const serve = (...flags: string[]) => run(program, ["serve", "--data", dataDir, ...anyPorts, ...flags]);
const locator = () => join(dataDir, ".understudy/server.json");

describe("serve --json", () => {
  it("prints the ready line alone, answers there, and ends cleanly on SIGTERM", async () => {
    const server = serve("--json");
    const ready = JSON.parse(await server.nextLine());
    expect(Object.keys(ready)).toEqual(["event", "platformUrl", "sdkUrl", "consoleUrl", "pid", "dataDir"]);
    expect(ready).toMatchObject({ event: "ready", pid: server.pid, dataDir });
    for (const url of [ready.platformUrl, ready.sdkUrl]) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    expect(ready.consoleUrl.startsWith(`${ready.platformUrl}/`)).toBe(true);
    expect(await server.end()).toBe(0);
    expect(server.stdout).toHaveLength(1);
    expect(existsSync(locator())).toBe(false);
  });

  it("ends with 0 on SIGINT as well, and starts again on the same folder", async () => {
    for (let round = 0; round < 2; round += 1) {
      const server = serve("--json");
      await server.nextLine();
      expect(await server.end("SIGINT")).toBe(0);
    }
  });

  it("survives a reader that has seen enough", async () => {
    const server = serve("--json");
    const { platformUrl } = JSON.parse(await server.nextLine());
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect((await fetch(`${platformUrl}/healthz`)).status).toBe(200);
    expect(await server.end()).toBe(0);
  });
});

describe("serve refuses", () => {
  const refused = async (server: ReturnType<typeof run>, says: RegExp) => {
    expect(await server.ended).toBe(1);
    expect(server.stdout).toEqual([]);
    expect(server.stderr.join("\n")).toMatch(says);
  };

  it.each(["--port", "--sdk-port"])("a taken %s", async (flag) => {
    squatter = createServer();
    const port = await new Promise<number>((resolve) => {
      squatter?.listen(0, "127.0.0.1", () => {
        const address = squatter?.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    await refused(serve(flag, String(port)), new RegExp(String(port)));
  });

  it("a folder that is a file", async () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    await refused(run(program, ["serve", "--data", file, ...anyPorts]), /file/);
  });

  it("a damaged document, naming file and line", async () => {
    writeFileSync(join(dataDir, "workspace.json"), '{\n  "schemaVersion": 1,\n  oops\n}\n');
    await refused(serve("--json"), /workspace\.json, line 3/);
  });

  it("a short token", async () => {
    await refused(
      run(program, ["serve", "--data", dataDir], { env: { UNDERSTUDY_TOKEN: "short" } }),
      /16 characters/,
    );
  });

  it("a second copy on one folder, saying where the first is", async () => {
    const first = serve("--json");
    const { platformUrl, sdkUrl } = JSON.parse(await first.nextLine());
    await refused(serve(), new RegExp(`${platformUrl}.*process ${first.pid}`));
    const second = serve("--json");
    expect(await second.ended).toBe(1);
    expect(JSON.parse(second.stderr[0] ?? "")).toMatchObject({
      event: "error",
      code: "already-running",
      platformUrl,
      sdkUrl,
      pid: first.pid,
    });
    expect((await fetch(`${platformUrl}/healthz`)).status).toBe(200);
  });
});

describe("open", () => {
  it("says in one line why there is no window, and runs headless", async () => {
    const server = run(program, ["--data", dataDir, ...anyPorts]);
    expect(await server.nextLine()).toMatch(
      /^No desktop app \(.*there is no display.*\): running headless\.$/,
    );
    expect(await server.nextLine()).toMatch(/^Understudy \S+ is ready\.$/);
    expect(await server.nextLine()).toMatch(/^ {2}Console {7}http:\/\/127\.0\.0\.1:\d+\//);
    expect(await server.end()).toBe(0);
  });

  it("says nothing of a window that was not asked for", async () => {
    const server = run(program, ["open", "--headless", "--data", dataDir, ...anyPorts, "--json"]);
    expect(JSON.parse(await server.nextLine())).toMatchObject({ event: "ready" });
    expect(await server.end()).toBe(0);
    expect(server.stderr).toEqual([]);
  });

  it("--desktop is an error where there is no window", async () => {
    const server = run(program, ["open", "--desktop", "--data", dataDir]);
    expect(await server.ended).toBe(1);
    expect(server.stderr.join("\n")).toMatch(/^The desktop app cannot run: /);
    expect(existsSync(locator())).toBe(false);
  });

  it("opens the copy that runs, with a console address of its own that signs in once", async () => {
    const first = serve("--json");
    const ready = JSON.parse(await first.nextLine());
    const second = run(program, ["open", "--data", dataDir, "--json"]);
    expect(await second.ended).toBe(0);
    const found = JSON.parse(second.stdout[0] ?? "");
    expect(found).toMatchObject({
      event: "running",
      platformUrl: ready.platformUrl,
      pid: first.pid,
      dataDir,
    });
    expect(found.consoleUrl).not.toBe(ready.consoleUrl);
    const opened = await fetch(found.consoleUrl, { redirect: "manual" });
    expect(opened.headers.get("set-cookie")).toMatch(/HttpOnly/i);
    const again = await fetch(found.consoleUrl, { redirect: "manual" });
    expect(again.headers.get("set-cookie")).toBeNull();
  });
});

describe("doctor", () => {
  it("passes on an empty folder, and leaves it empty", async () => {
    const folder = join(dataDir, "new");
    const doctor = run(program, ["doctor", "--data", folder]);
    expect(await doctor.ended).toBe(0);
    expect(doctor.stdout[0]).toBe(`✓ Node.js ${process.versions.node}`);
    expect(existsSync(folder)).toBe(false);
  });

  it("fails on what would stop serve", async () => {
    writeFileSync(join(dataDir, "workspace.json"), "{");
    const doctor = run(program, ["doctor", "--data", dataDir, "--json"]);
    expect(await doctor.ended).toBe(1);
    expect(JSON.parse(doctor.stdout[0] ?? "")).toMatchObject({ ok: false });
  });
});

describe("doctor's look at a port", () => {
  it.each(["platformUrl", "sdkUrl"] as const)(
    "recognises the %s of a copy on another folder",
    async (plane) => {
      const server = serve("--json");
      const ready = JSON.parse(await server.nextLine());
      const port = { id: "sdk-port", number: Number(new URL(ready[plane]).port), plane: "" } as const;
      expect((await checkPort(port, null)).text).toContain("an Understudy on another data folder");
    },
  );
});

describe("npm start's script", () => {
  const script = join(root, "scripts/start.mjs");

  it.each([
    ["is ready in the very process that was started when nothing has changed", ["--headless"], []],
    [
      "is so too where it has to find out first that there is no window",
      [],
      [expect.stringMatching(/^No desktop app \(.*no display.*\): running headless\.$/)],
    ],
  ])("%s", async (_, flags, said) => {
    const server = run(script, [...flags, "--json", "--data", dataDir, ...anyPorts]);
    expect(JSON.parse(await server.nextLine())).toMatchObject({ event: "ready", pid: server.pid });
    expect(await server.end()).toBe(0);
    expect(server.stderr).toEqual(said);
  });
});

describe("npm start", () => {
  // npm and the shell that it runs scripts in end without passing the signal on.
  it.each(["SIGTERM", "SIGKILL"] as const)("leaves no server behind when npm gets %s", async (signal) => {
    const npm = run(
      npmScript(),
      ["start", "--silent", "--", "--headless", "--json", "--data", dataDir, ...anyPorts],
      {
        cwd: root,
      },
    );
    const { platformUrl } = JSON.parse(await npm.nextLine());
    npm.child.kill(signal);
    // The server holds the same pipe as npm: it closes only when both have ended.
    await npm.ended;
    await expect(fetch(platformUrl)).rejects.toThrow();
    expect(existsSync(locator())).toBe(false);
  });

  const npmScript = () => {
    const places = [
      join(dirname(process.execPath), "../lib/node_modules"),
      join(dirname(process.execPath), "node_modules"),
    ];
    const found = [
      process.env.npm_execpath ?? "",
      ...places.map((place) => join(place, "npm/bin/npm-cli.js")),
    ];
    const script = found.find((path) => path.endsWith("npm-cli.js") && existsSync(path));
    if (script === undefined) throw new Error("npm was not found");
    return script;
  };
});

describe("a checkout that is not set up", () => {
  it("says how to build", async () => {
    cpSync(join(root, "bin"), join(dataDir, "bin"), { recursive: true });
    const copy = run(join(dataDir, "bin/understudy.mjs"), []);
    expect(await copy.ended).toBe(1);
    expect(copy.stderr).toEqual(["Understudy is not built yet. Run `npm run build` first."]);
  });

  it.skipIf(process.platform === "win32")("says where what is built may not be read", async () => {
    cpSync(join(root, "bin"), join(dataDir, "bin"), { recursive: true });
    mkdirSync(join(dataDir, "out"), { mode: 0 });
    chmodSync(dataDir, 0o755);
    // Root may read anything.
    const somebody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const copy = run(join(dataDir, "bin/understudy.mjs"), [], { cwd: dataDir, ...somebody });
    expect(await copy.ended).toBe(1);
    expect(copy.stderr).toEqual([
      "You can't read what is built here. Run it as whoever built it, or in a clone of your own.",
      expect.stringContaining(`permission denied, access '${join(dataDir, "out/main/cli.js")}'`),
    ]);
  });
});
