import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endAll, program, type Running, root, run } from "../helpers/built-program.ts";

/** Root may look anywhere. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** Takes command lines, one after the other, and says how each ended: a start of the program costs ten times what it does here. */
const takesCommands = `
  const { main } = await import(process.argv[1]);
  const print = process.stdout.write.bind(process.stdout);
  let said = "";
  process.stdout.write = process.stderr.write = (text, ...rest) => {
    said += text;
    if (typeof rest.at(-1) === "function") rest.at(-1)();
    return true;
  };
  for await (const line of (await import("node:readline")).createInterface({ input: process.stdin })) {
    said = "";
    const code = await main(JSON.parse(line));
    print(JSON.stringify({ code, said }) + "\\n");
  }`;

/** A command line of somebody without rights. */
let somebody: Running;
async function says(args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  somebody.child.stdin?.write(`${JSON.stringify(args)}\n`);
  return JSON.parse(await somebody.nextLine());
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-folders-"));
  await chmod(folder, 0o777);
  await mkdir(join(folder, "locked/.understudy"), { recursive: true });
  await writeFile(join(folder, "locked/workspace.json"), "{}");
  await chmod(join(folder, "locked"), 0);
  await mkdir(join(folder, "partly/spaces/cinema"), { recursive: true });
  await writeFile(join(folder, "partly/workspace.json"), "{}");
  await chmod(join(folder, "partly"), 0o777);
  await chmod(join(folder, "partly/spaces/cinema"), 0);
  await writeFile(join(folder, "file"), "");
  await symlink("loop", join(folder, "loop"));
  somebody = run("--input-type=module", ["-e", takesCommands, join(root, "out/main/cli.js")], {
    env: { HOME: folder, UNDERSTUDY_PLATFORM_URL: "" },
    cwd: "/",
    stdin: "pipe",
    ...nobody,
  });
});
afterAll(async () => {
  await endAll();
  await chmod(join(folder, "locked"), 0o700);
  await chmod(join(folder, "partly/spaces/cinema"), 0o700);
  await rm(folder, { recursive: true });
});

const commands: readonly (readonly [name: string, args: (path: string) => string[]])[] = [
  ["backup", (path) => ["backup", join(folder, "copy"), "--data", path]],
  ["restore from", (path) => ["restore", path, "--data", join(folder, "restored")]],
  ["store copy", (path) => ["store", "copy", "--from", path, "--to", "postgresql://x@127.0.0.1:1/x"]],
  ["exec --keep", (path) => ["exec", "--keep", path, "--", process.execPath, "--version"]],
  ["doctor", (path) => ["doctor", "--data", path]],
  ["events tail", (path) => ["events", "tail", "--data", path]],
  ["whoami", (path) => ["whoami", "--data", path]],
  ["update", (path) => ["update", "--project", path]],
  ["setup", (path) => ["setup", "--project", path, "--data", join(folder, "none")]],
];
const obstacles = [
  ["locked/in", "you have no right to it. Run this as whoever owns it"],
  ["file/in", "a part of this path is a file and no folder. Name another"],
  ["loop", "a link in this path leads back to itself. Mend it"],
] as const;

test
  .skipIf(process.platform === "win32")
  .each(
    commands.flatMap(([name, args]) => obstacles.map(([path, words]) => [name, path, args, words] as const)),
  )("%s of %s says what is in the way, and what to do", async (_name, path, args, words) => {
  expect(await says(args(join(folder, path)))).toEqual({ code: 1, said: expect.stringContaining(words) });
  expect((await readdir(folder)).sort()).toEqual(["file", "locked", "loop", "partly"]);
});

test.skipIf(process.platform === "win32").each(commands.filter(([name]) => !["setup"].includes(name)))(
  "%s of a folder that nobody but its owner may enter does not say that nothing is there",
  async (_name, args) => {
    const said = expect.stringMatching(/you have no right to it|cannot be written to/);
    expect(await says(args(join(folder, "locked")))).toEqual({ code: 1, said });
  },
);

test
  .skipIf(process.platform === "win32")
  .each(commands.filter(([name]) => ["backup", "restore from", "doctor"].includes(name)))(
  "%s of a workspace with a Space that nobody but its owner may look into names that, and leaves it out nowhere",
  async (_name, args) => {
    const said = expect.stringMatching(/cinema\S* can't be used: you have no right to it/);
    expect(await says(args(join(folder, "partly")))).toEqual({ code: 1, said });
    expect((await readdir(folder)).sort()).toEqual(["file", "locked", "loop", "partly"]);
  },
);

test.skipIf(process.platform === "win32")(
  "doctor says that a start opens what is closed to its owner, and it does",
  async () => {
    const base = await mkdtemp(join(tmpdir(), "understudy-closed-"));
    const own = join(base, ".understudy");
    await mkdir(own);
    if (nobody.uid !== undefined) for (const path of [base, own]) await chown(path, nobody.uid, nobody.uid);
    await chmod(own, 0);
    const options = { env: { HOME: base, UNDERSTUDY_PLATFORM_URL: "" }, cwd: "/", ...nobody };
    const looked = run(program, ["doctor", "--data", base], options);
    expect([await looked.ended, looked.stdout.join("\n")]).toEqual([
      0,
      expect.stringContaining(`${own} is yours and closed to you; serve opens it again.`),
    ]);
    const flags = ["--json", "--data", base, "--port", "0", "--sdk-port", "0"];
    const started = run(program, ["serve", ...flags], options);
    expect(JSON.parse(await started.nextLine())).toMatchObject({ event: "ready" });
    expect(await started.end()).toBe(0);
    await rm(base, { recursive: true });
  },
);

test.skipIf(process.platform === "win32").each(["update", "setup", "backup"])(
  "%s in a folder that is gone says so",
  async (command) => {
    const kept = join(folder, "kept");
    // Every folder is named in full: what copies a database is a thread, and that looks where it is.
    const words = command === "backup" ? [command, join(folder, "copy"), "--data", kept] : [command];
    if (command === "backup")
      expect(
        await run(program, ["exec", "--keep", kept, "--", process.execPath, "-e", "0"], { cwd: folder })
          .ended,
      ).toBe(0);
    const script = 'mkdir gone; cd gone; rmdir ../gone; exec "$@"';
    const called = spawnSync("sh", ["-c", script, "sh", process.execPath, program, ...words], {
      cwd: folder,
      env: { HOME: folder },
      encoding: "utf8",
    });
    expect(called).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^(Copying the workspace …\n)?The folder that this was called in is gone.*\n$/,
      ),
    });
  },
);
