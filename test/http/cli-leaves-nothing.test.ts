import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { cliHere } from "../helpers/cli-here.ts";

let folder: string;
/** Has a port that is taken. */
let other: Server;
let taken: string;
beforeAll(async () => {
  other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  taken = String((other.address() as AddressInfo).port);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-nothing-"));
  for (const name of ["home", "project", "temporary", "empty"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "project/bad.json"), "{}");
  await writeFile(join(folder, "project/package.json"), "{}");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => other.close());

const anything = ["--", process.execPath, "-e", ""];
const data = ["--data", "a/new"];
const store = "postgresql://nobody@127.0.0.1:1/nothing";

/** Each command, with what it can't do anything about. */
const lines: readonly (readonly string[])[] = [
  ["serve", ...data, "--show", "nope"],
  ["open", "--headless", ...data, "--show", "nope"],
  ["serve", ...data, "--show", "shop", "--seed", "demo"],
  ["serve", ...data, "--seed", "nope"],
  ["serve", ...data, "--seed", "bad.json"],
  ["serve", ...data, "--clock", "yesterday"],
  ["serve", ...data, "--port", "TAKEN"],
  ["serve", ...data, "--port", "0", "--sdk-port", "TAKEN"],
  ["serve", ...data, "--listen", "203.0.113.7"],
  ["serve", ...data, "--public-url", "https://a.example", "--public-sdk-url", "https://a.example"],
  ["serve", ...data, "--trust-proxy", "nonsense"],
  ["serve", ...data, "--nonsense"],
  ["exec", "--keep", "a/new", "--seed", "nope", ...anything],
  ["exec", "--keep", "a/new", "--seed", "demo", "--space", "nope", ...anything],
  ["exec", "--keep", "../empty", "--space", "nope", ...anything],
  ["exec", "--keep", "a/new", "--snapshot", "nope", ...anything],
  ["exec", "--keep", "a/new", "--snapshot", "bad.json", ...anything],
  ["exec", "--keep", "a/new", "--", "no-such-command"],
  ["exec", "--", "no-such-command"],
  ["backup", "copy", ...data],
  ["restore", "bad.json", ...data],
  ["store", "copy", "--from", "a/new", "--to", store],
  ["store", "copy", "--from", store, "--to", "a/new"],
  ["admin", "invite", ...data],
  ["doctor", ...data, "--port", "1"],
  ["setup", "--start", "--platform", "nope"],
  ["setup", "--start", "--lang", "nope"],
  ["setup", "--start", "--out", "../elsewhere"],
  ["setup", "--out", "src/code"],
  ["update"],
  ["update", "--watch"],
  ["publish", "--collection", "home"],
  ["test", "--junit", "report.xml"],
  ["events", "tail"],
  ["events", "export", "--out", "events.ndjson"],
  ["events", "replay", "nope"],
  ["events", "simulate", "--scene", "nope"],
  ["snapshot", "save"],
  ["snapshot", "list"],
  ["snapshot", "restore"],
  ["snapshot", "export", "show.understudy"],
  ["snapshot", "import", "nope"],
  ["login", "--no-browser"],
  ["logout"],
  ["audit"],
  ["whoami"],
];

test("every command is among them", () => {
  const named = new Set(lines.map(([name]) => name));
  const { commands } = buildProgram({ exitCode: 0 }, false);
  expect(commands.map((one) => one.name()).filter((name) => !named.has(name))).toEqual([]);
});

test.each(lines.map((line) => [line.join(" "), line] as const))(
  "%s ends with a reason, and leaves nothing",
  async (_name, line) => {
    const { cwd, env } = {
      cwd: join(folder, "project"),
      env: {
        HOME: join(folder, "home"),
        APPDATA: join(folder, "home"),
        TMPDIR: join(folder, "temporary"),
        XDG_DATA_HOME: "",
        XDG_CONFIG_HOME: "",
        UNDERSTUDY_PLATFORM_URL: "",
      },
    };
    const before = await readdir(folder, { recursive: true });
    const { code, err } = await cliHere(
      line.map((word) => (word === "TAKEN" ? taken : word)),
      { cwd, env },
    );
    expect(code).not.toBe(0);
    expect(err).not.toBe("");
    // None was tried to be started, either: it would go on. From here it can't.
    expect(err).not.toContain("Understudy did not start");
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(before.sort());
  },
);
