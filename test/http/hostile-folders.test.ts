import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { hostileProjects } from "../fixtures/hostile-projects.ts";
import { hostileWorkspaces } from "../fixtures/hostile-workspaces.ts";
import { cliHere } from "../helpers/cli-here.ts";
import { folderOfPeople } from "../helpers/people.ts";
import { repeat } from "../helpers/repeat.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent } from "../helpers/targeting-setup.ts";

/** Every command that reads a project or a workspace, run in this process on folders from elsewhere. */
let server: TestServer;
let base: string;
let outside: string;
/** A workspace that was used once: those that are made hostile are copies of it. */
let used: string;

/** Whoever watches or plays events again meets some. */
let stopEvents: () => Promise<void>;

beforeAll(async () => {
  server = await startServerHere();
  const send = () =>
    server.sdk("POST", "/sdk/v1/events", { events: [anEvent("movie/watched", { userId: "ana" })] });
  expect((await send()).body).toEqual({ accepted: 1, rejected: [] });
  stopEvents = repeat(send, 100);
  used = await folderOfPeople();
  await (await startServerHere({ dataDir: used })).stop();
});
afterAll(async () => {
  await stopEvents();
  await server.remove();
  await rm(used, { recursive: true, force: true });
});
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "understudy-hostile-"));
  outside = join(base, "outside");
  await mkdir(outside);
  await writeFile(join(outside, "theirs"), "theirs");
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", join(base, "config"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

/** Runs a command line here; what it printed is one text. */
async function run(...args: string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const env = { UNDERSTUDY_TOKEN: server.token };
  const { code, out, err } = await cliHere(args, { env });
  return { code, said: `${out}\n${err}` };
}

/** It ended, in words, and nothing that it printed moves a terminal. */
function expectCalm({ said }: { readonly said: string }): void {
  expect(said).not.toContain("failed unexpectedly");
  expect(said).not.toContain(server.token);
  expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
}

async function expectOutsideUntouched(): Promise<void> {
  expect([await readdir(outside), await readFile(join(outside, "theirs"), "utf8")]).toEqual([
    ["theirs"],
    "theirs",
  ]);
}

/** Every command of the program, and what it is given beside the folder; BASE is the test's own. */
const given: Readonly<Record<string, readonly string[]>> = {
  open: ["--headless", "--port", "0", "--sdk-port", "0"],
  serve: ["--port", "0", "--sdk-port", "0"],
  "admin invite": [],
  "store copy": ["--to", "BASE/copied"],
  exec: ["--", process.execPath, "-e", "0"],
  doctor: [],
  backup: ["BASE/copy"],
  restore: ["BASE/copy"],
  setup: ["--org", "Local", "--space", "my-first-space"],
  update: [],
  publish: ["--collection", "none", "--environment", "staging", "--dry-run"],
  test: [],
  "events tail": ["--limit", "1"],
  "events export": ["--environment", "development"],
  // Not what was played before: each time would double it.
  "events replay": ["--speed", "max", "--source", "sdk"],
  "events simulate": ["--for", "1s"],
  "snapshot save": ["--name", "kept"],
  "snapshot list": [],
  "snapshot restore": ["kept"],
  "snapshot export": ["BASE/kept.zip"],
  "snapshot import": ["BASE/kept.zip"],
  login: ["--no-browser"],
  logout: [],
  audit: [],
  whoami: [],
};
const leaves = (command: Command, path: readonly string[] = []): [string, Command][] =>
  command.commands.length === 0
    ? [[path.join(" "), command]]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));
const commands = new Map(leaves(buildProgram({ exitCode: 0 }, false)));

test("every command is here", () => {
  expect(Object.keys(given).toSorted()).toEqual([...commands.keys()].toSorted());
});

/** The command lines of all commands that can be pointed at a folder by one of these flags. */
const linesAt = (folder: string, ...flags: readonly string[]): string[][] =>
  Object.entries(given).flatMap(([name, rest]) =>
    flags
      .filter((flag) => commands.get(name)?.options.some(({ long }) => long === flag))
      .map((flag) => [...name.split(" "), flag, folder, ...rest.map((one) => one.replace("BASE", base))]),
  );

test.each(hostileProjects)(
  "a project with %s is refused by every command that writes code",
  async (_, want, plant) => {
    vi.stubEnv("UNDERSTUDY_PLATFORM_URL", server.platformUrl);
    const project = join(base, "project");
    await mkdir(join(project, ".git/hooks"), { recursive: true });
    await writeFile(
      join(project, "understudy.yaml"),
      "version: 1\norg: org_1\nspace: my-first-space\nspaceKey: my-first-space\ntargets:\n  - { platform: browser, lang: typescript, out: src/understudy-code }\n",
    );
    await plant(project, outside);
    for (const command of [["update"], ["update", "--check"]]) {
      const ran = await run(...command, "--project", project);
      expect([command, ran.code, ran.said]).toEqual([command, 1, expect.stringMatching(want)]);
      expectCalm(ran);
    }
    const lines = linesAt(project, "--project");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of [...lines, ["setup", "--force", "--project", project, ...(given.setup ?? [])]])
      expectCalm(await run(...line));
    await expectOutsideUntouched();
    expect(await readdir(join(project, ".git"))).toEqual(["hooks"]);
    expect(await readdir(join(project, ".git/hooks"))).toEqual([]);
  },
);

test.each(hostileWorkspaces)(
  "a workspace with %s is refused by every command that opens it",
  async (_, want, plant) => {
    vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "");
    const workspace = await mkdtemp(join(tmpdir(), "understudy-people-"));
    try {
      await cp(used, workspace, { recursive: true });
      await plant(workspace, outside);
      const opening = new Set(["open", "serve"]);
      const lines = linesAt(workspace, "--data", "--from", "--keep");
      expect(lines.length).toBeGreaterThan(20);
      for (const line of lines) {
        const ran = await run(...line);
        expectCalm(ran);
        if (opening.has(line[0] ?? ""))
          expect([line, ran.code, ran.said]).toEqual([line, 1, expect.stringMatching(want)]);
        else if (!["doctor", "backup"].includes(line[0] ?? ""))
          expect([line, ran.code]).not.toEqual([line, 0]);
      }
      await expectOutsideUntouched();
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  },
);
