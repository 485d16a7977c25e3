import { execFileSync } from "node:child_process";
import {
  chmod,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostileWorkspaces } from "../fixtures/hostile-workspaces.ts";
import { folderOfPeople } from "../helpers/people.ts";
import { startServerHere } from "../helpers/server.ts";

/** A workspace folder that was used once, and a place outside of it that must stay as it is. */
let dir: string;
let outside: string;
/** What each workspace is a copy of. */
let used: string;
beforeAll(async () => {
  used = await folderOfPeople();
  await (await startServerHere({ dataDir: used })).stop();
});
afterAll(() => rm(used, { recursive: true, force: true }));
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "understudy-people-"));
  await cp(used, dir, { recursive: true });
  outside = await mkdtemp(join(tmpdir(), "understudy-outside-"));
  await writeFile(join(outside, "theirs"), "theirs");
});
afterEach(() => Promise.all([dir, outside].map((one) => rm(one, { recursive: true, force: true }))));

const inside = (...path: string[]) => join(dir, ...path);
const own = (...path: string[]) => inside(".understudy", ...path);
const swap = async (path: string, target: string) => {
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
};
const start = async () => {
  const server = await startServerHere({ dataDir: dir });
  await server.stop();
};

describe("a folder that comes with", () => {
  it.each(hostileWorkspaces)("%s is refused, and named", async (_, said, plant) => {
    await plant(dir, outside);
    await expect(start()).rejects.toThrow(said);
    expect([await readdir(outside), await readFile(join(outside, "theirs"), "utf8")]).toEqual([
      ["theirs"],
      "theirs",
    ]);
  });

  it("second names of all its files starts, and leaves what has the other names as it is", async () => {
    await mkdir(own("logs"));
    await writeFile(own("logs", "desktop.log"), "log\n");
    await writeFile(own("audit.log"), "audit\n");
    const names = (await readdir(own(), { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map((one) => relative(own(), join(one.parentPath, one.name)));
    expect(names).toEqual(expect.arrayContaining(["data.db", "secrets.json", "audit.log"]));
    const snapshot = (name: string) => join(outside, name.replaceAll("/", " "));
    for (const name of names) await link(own(name), snapshot(name));
    const contents = () => Promise.all(names.map((name) => readFile(snapshot(name), "base64")));
    const before = await contents();
    await space();
    expect(await contents()).toEqual(before);
    expect(await readFile(own("audit.log"), "utf8")).toMatch(/^audit\n\{/);
    const linked = await Promise.all(
      names.map(async (name) => ((await stat(own(name)).catch(() => null))?.nlink === 2 ? [name] : [])),
    );
    expect(linked.flat().sort()).toEqual([".gitignore", "logs/desktop.log", "owner.lock"]);
  });

  const space = async () => {
    const server = await startServerHere({ dataDir: dir });
    const headers = { authorization: "Bearer us_pat_owner_of_a" };
    await server.api("POST", "/v2/spaces", { orgId: "org_a", name: "a", key: "space-a" }, headers);
    await server.stop();
  };

  it.each([
    ["space.json", /space\.json: is a link/],
    ["published", /published: is a link/],
  ])("a link for a Space's %s is refused, and named", async (name, said) => {
    await space();
    await swap(inside("spaces/space-a", name), name === "published" ? outside : join(outside, "theirs"));
    await expect(start()).rejects.toThrow(said);
    expect(await readdir(outside)).toEqual(["theirs"]);
  });

  it("an ignore file that shows secrets to git gets our own, also where it is a link", async () => {
    await writeFile(own(".gitignore"), "!*\n");
    await start();
    expect(await readFile(own(".gitignore"), "utf8")).toBe("*\n");
    await rm(own(".gitignore"));
    await writeFile(own(".gitignore"), "");
    await start();
    expect(await readFile(own(".gitignore"), "utf8")).toBe("*\n");
  });

  it("a pipe for an ignore file, or among what a restore put aside, holds nothing up", async () => {
    await rm(own(".gitignore"));
    execFileSync("mkfifo", [own(".gitignore")]);
    await mkdir(own("restoring/going"), { recursive: true });
    await writeFile(own("restore.json"), '{"kept":"snp_a","at":5}');
    execFileSync("mkfifo", [own("restoring/going/workspace.json")]);
    await start();
    expect(await readFile(own(".gitignore"), "utf8")).toBe("*\n");
    expect((await lstat(own("trash/edited_outside-5/workspace.json"))).isFIFO()).toBe(true);
  });

  it.each(["snapshot.json", "documents.json", "data.db"])(
    "a snapshot whose %s is a pipe or a link has no such snapshot",
    async (name) => {
      for (const [id, plant] of [
        ["snp_pipe", (path: string) => execFileSync("mkfifo", [path])],
        ["snp_link", (path: string) => symlink(join(outside, "theirs"), path)],
      ] as const) {
        await mkdir(own("snapshots", id), { recursive: true });
        for (const part of ["snapshot.json", "documents.json", "data.db"])
          await writeFile(own("snapshots", id, part), "{}");
        await rm(own("snapshots", id, name));
        await plant(own("snapshots", id, name));
      }
      const server = await startServerHere({ dataDir: dir });
      const headers = { authorization: "Bearer us_pat_operator" };
      const list = await server.api("GET", "/v2/snapshots", undefined, headers);
      expect([list.status, list.body.data]).toEqual([200, []]);
      for (const id of ["snp_pipe", "snp_link"])
        expect((await server.api("POST", `/v2/snapshots/${id}/restore`, undefined, headers)).status).toBe(
          404,
        );
      await server.stop();
    },
  );

  it("a mode that keeps its owner out is opened", async () => {
    await chmod(own("data.db"), 0o400);
    await mkdir(own("backups"), { mode: 0o500 });
    await chmod(own(), 0o500);
    await start();
    const modes = await Promise.all(["", "data.db", "backups"].map((name) => stat(own(name))));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "600", "700"]);
  });

  it("a mode that lets others in is closed, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      await chmod(own(), 0o755);
      await chmod(own("data.db"), 0o666);
      await mkdir(own("backups"), { recursive: true });
      await chmod(own("backups"), 0o777);
      const server = await startServerHere({ dataDir: dir });
      const modes = await Promise.all(
        (await readdir(own())).map(async (name) => [name, (await stat(own(name))).mode & 0o077] as const),
      );
      expect((await stat(own())).mode & 0o777).toBe(0o700);
      await server.stop();
      expect(modes.filter(([name, open]) => open !== 0 && name !== "owner.lock")).toEqual([]);
      await space();
      expect((await stat(inside("spaces/space-a"))).mode & 0o022).toBe(0);
    } finally {
      process.umask(before);
    }
  });
});
