import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../src/cli/index.ts";
import { hostileProjects } from "../fixtures/hostile-projects.ts";
import { hostileWorkspaces } from "../fixtures/hostile-workspaces.ts";
import { folderOfPeople } from "../helpers/people.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

/** Every command that reads a project or a workspace, run in this process on folders from elsewhere. */
let server: TestServer;
let base: string;
let outside: string;

beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "understudy-hostile-"));
  outside = join(base, "outside");
  await mkdir(outside);
  await writeFile(join(outside, "theirs"), "theirs");
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", join(base, "config"));
  vi.stubEnv("UNDERSTUDY_TOKEN", server.token);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

/** Runs a command line here; what it printed is one text. */
async function run(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = "";
  const keep = (chunk: unknown) => {
    said += String(chunk);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(keep),
  );
  try {
    return { code: await main(args), said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
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

const inPlace = ["--org", "Local", "--space", "my-first-space"];

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
    const space = ["--project", project, ...inPlace];
    for (const command of [
      ["setup", ...space],
      ["setup", "--force", ...space],
      ["test", "--project", project],
      ["events", "export", "--project", project],
      ["publish", "--project", project, "--collection", "none", "--environment", "staging", "--dry-run"],
    ])
      expectCalm(await run(...command));
    await expectOutsideUntouched();
    expect(await readdir(join(project, ".git"))).toEqual(["hooks"]);
    expect(await readdir(join(project, ".git/hooks"))).toEqual([]);
  },
);

test.each(hostileWorkspaces)(
  "a workspace with %s is refused by every command that opens it",
  async (_, want, plant) => {
    vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "");
    const workspace = await folderOfPeople();
    try {
      await (await startServerHere({ dataDir: workspace })).stop();
      await plant(workspace, outside);
      const ports = ["--port", "0", "--sdk-port", "0"];
      for (const command of [
        ["serve", ...ports],
        ["open", "--headless", ...ports],
      ]) {
        const ran = await run(...command, "--data", workspace);
        expect([command, ran.code, ran.said]).toEqual([command, 1, expect.stringMatching(want)]);
        expectCalm(ran);
      }
      for (const command of [
        ["doctor"],
        ["backup", join(base, "copy")],
        ["restore", join(base, "copy")],
        ["audit"],
        ["whoami"],
        ["login"],
        ["logout"],
        ["events", "export", "--environment", "development"],
        ["events", "tail", "--limit", "1"],
        ["events", "replay", "--speed", "max"],
        ["publish", "--space", "cinema", "--collection", "none", "--environment", "staging"],
        ["update", "--project", base],
        ["test"],
      ]) {
        const ran = await run(...command, "--data", workspace);
        expectCalm(ran);
        if (!["doctor", "backup"].includes(command[0] ?? ""))
          expect([command, ran.code]).not.toEqual([command, 0]);
      }
      await expectOutsideUntouched();
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  },
);
