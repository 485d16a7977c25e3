import { existsSync } from "node:fs";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDataFolder } from "../../src/cli/doctor/data-folder.ts";
import { checkDatabase, checkDocuments } from "../../src/cli/doctor/documents.ts";
import { backUp, restore } from "../../src/server/backup/backup.ts";
import { copyStore } from "../../src/server/copy-store.ts";
import { movedAside } from "../../src/server/workspace/moved-aside.ts";
import { program, run } from "../helpers/built-program.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-backup-"));
  server = await startServerHere({ dataDir: join(folder, "work") });
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const work = () => join(folder, "work");
const to = () => join(folder, "backup");
/** A database that nobody answers for. */
const nowhere = "postgresql://understudy@127.0.0.1:1/none";
const now = Date.parse("2026-11-22T12:00:00Z");
const start = async () => {
  server = await startServerHere({ dataDir: work() });
};
const track = async (...ids: string[]) => {
  const events = ids.map((id) => ({
    id,
    name: "movie/watched",
    userId: "ana",
    time: new Date().toISOString(),
  }));
  const { body } = await server.sdk(
    "POST",
    "/sdk/v1/events",
    { events },
    { "x-api-key": server.keys.development },
  );
  expect(body).toEqual({ accepted: ids.length, rejected: [] });
};
const newTribe = (name: string) =>
  server.api("POST", `/v2/spaces/${server.spaceKey}/tribes`, {
    name,
    rules: { field: "plan", op: "equals", value: "gold" },
  });
const names = async () =>
  (await server.api("GET", `/v2/spaces/${server.spaceKey}/tribes`)).body.data.map(
    ({ name }: { name: string }) => name,
  );
const events = async () => {
  const path = `/v2/spaces/${server.spaceKey}/environments/development/events?limit=200`;
  return (await server.api("GET", path)).body.data.map(({ id }: { id: string }) => id).sort();
};
const warnings = async (): Promise<string[]> => (await server.api("GET", "/v2/status")).body.warnings;

/** What a stream says first to a reader who comes back: whole messages until one has the text, which must not be hexadecimal. */
async function comesBack(position: string, until: string): Promise<string> {
  const path = `/v2/spaces/${server.spaceKey}/environments/development/events/stream`;
  const headers = { authorization: `Bearer ${server.token}`, "last-event-id": position };
  const stop = new AbortController();
  const { body } = await fetch(new URL(path, server.platformUrl), { headers, signal: stop.signal });
  let said = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream() as never) ?? []) {
    said += part;
    if (said.includes(until) && said.endsWith("\n\n")) break;
  }
  stop.abort();
  return said;
}

describe("a backup", () => {
  it("that was restored is another history: a stream's reader from before is told, and misses nothing after", async () => {
    await track("e1", "e2");
    await backUp(work(), to());
    await track("e3", "e4");
    expect(await comesBack("3", '"e4"')).toMatch(/^: connected after 3\n\nid: 4\nevent: event\n/);
    await server.stop();
    await restore(to(), work(), { replace: true, now });
    await start();
    await track("e5", "e6");
    // Four is a number of this history, too, but not of the one in which it was read.
    const said = await comesBack("4", "reset");
    expect(said).toMatch(
      /^: connected after 4-[0-9a-f]{12}\n\nid: 4-[0-9a-f]{12}\nevent: reset\ndata: {"through":4}\n\n$/,
    );
    const position = /4-[0-9a-f]{12}/.exec(said)?.[0] ?? "";
    await track("e7");
    expect(await comesBack(position, '"e7"')).toMatch(
      /^: connected after 4-[0-9a-f]{12}\n\nid: 5-[0-9a-f]{12}\nevent: event\n/,
    );
    expect(await comesBack("0", '"e7"')).toContain('"id":"e1"');
  });

  it.each(["SIGINT", "SIGKILL"] as const)(
    "leaves nothing beside its place where %s ends it",
    async (signal) => {
      // So many that copying them takes seconds.
      const spaces = join(work(), "spaces");
      await server.stop();
      for (let at = 0; at < 1000; at += 1) {
        await mkdir(join(spaces, `held-${at}`));
        await copyFile(join(spaces, server.spaceKey, "space.json"), join(spaces, `held-${at}`, "space.json"));
      }
      const before = await readdir(folder);
      const running = run(program, ["backup", "--data", work(), to()]);
      await expect.poll(() => readdir(folder)).toHaveLength(before.length + 1);
      await running.end(signal);
      await expect.poll(() => readdir(folder)).toEqual(before);
    },
  );

  it.each([
    ["backup", "backup could not be written: .* Make room there, or name a folder on another disk\\.$"],
    // SQLite puts a file of 32 kB beside a database to read it.
    [
      "restore",
      "data.db could not be read: disk I/O error\\. Where its disk is full, make room there, or copy",
    ],
  ])("says where a disk has no room: %s", async (command, says) => {
    await track("e1");
    await server.stop();
    if (command === "restore") await rename(work(), to());
    const before = await readdir(folder);
    // Files that may grow no further stand for a full disk.
    const small = ['ulimit -f 8; exec "$@"', "sh", process.execPath, program];
    const running = run("-c", [...small, command, to(), "--data", work()], { node: "sh" });
    expect(await running.ended).toBe(1);
    expect(running.stderr.join("\n")).toMatch(new RegExp(says));
    expect(await readdir(folder)).toEqual(before);
  });

  it.each([0, 0o077])(
    "lets nobody else write, nor read its secrets, whatever the umask (%i)",
    async (umask) => {
      await server.api("POST", "/v2/spaces/my-first-space/collections", { name: "Home" });
      await server.api("POST", "/v2/spaces/my-first-space/collections/home/publications", {
        environment: "development",
      });
      const before = process.umask(umask);
      try {
        await backUp(work(), to());
        await restore(to(), join(folder, "back"), { replace: false, now });
      } finally {
        process.umask(before);
      }
      for (const copy of [to(), join(folder, "back")]) {
        const names = ["", ...(await readdir(copy, { recursive: true }))];
        expect(names).toContain(join("spaces", "my-first-space", "published", "development.json"));
        for (const name of names) {
          const { mode } = await stat(join(copy, name));
          const isSecret = name.startsWith(".understudy");
          expect([name, mode & (isSecret ? 0o077 : 0o022)]).toEqual([name, 0]);
        }
      }
    },
  );

  it("is made while the workspace is in use, and is a workspace with all of one moment", async () => {
    await newTribe("Gold");
    await track("e1", "e2");
    const [made] = await Promise.all([backUp(work(), to()), track("later"), newTribe("Meanwhile")]);
    expect(made).toMatchObject({ spaces: 1 });
    expect((await stat(join(to(), ".understudy/secrets.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(to(), ".understudy/data.db"))).mode & 0o777).toBe(0o600);
    await server.stop();
    server = await startServerHere({ dataDir: to() });
    expect(await names()).toContain("Gold");
    expect(await events()).toEqual(expect.arrayContaining(["e1", "e2"]));
    expect(await warnings()).toEqual([]);
  });

  it("is not made of half a restore: it waits for a running copy's, and one that was cut off is finished by a start", async () => {
    await track("e1");
    const plan = join(work(), ".understudy/restore.json");
    const cutOff = () => writeFile(plan, JSON.stringify({ kept: "snp_1", at: now }));
    await cutOff();
    const made = backUp(work(), to());
    // One that begins later is done by then.
    const [clone, other] = [join(folder, "clone"), join(folder, "other")];
    await mkdir(clone);
    await copyFile(join(work(), "workspace.json"), join(clone, "workspace.json"));
    await backUp(clone, other);
    await track("e2");
    await rm(plan);
    expect(await made).toMatchObject({ events: 2 });
    await Promise.all([clone, other].map((one) => rm(one, { recursive: true })));

    await server.stop();
    await cutOff();
    // What is wrong with half of each state is not what to mend.
    const twin = join(work(), "spaces/twin");
    await cp(join(work(), "spaces/my-first-space"), twin, { recursive: true });
    const refused = /A restore of a snapshot was cut off in .*work\. Start Understudy there once/;
    await expect(backUp(work(), join(folder, "half"))).rejects.toThrow(refused);
    await expect(restore(work(), join(folder, "half"), { replace: false, now })).rejects.toThrow(refused);
    await rm(twin, { recursive: true });
    await expect(copyStore(work(), nowhere, () => {})).rejects.toThrow(refused);
    expect(await checkDataFolder(work(), null)).toMatchObject({
      status: "note",
      text: expect.stringContaining("a snapshot is being restored"),
    });
    expect((await readdir(folder)).sort()).toEqual(["backup", "work"]);
    await start();
    expect(await backUp(work(), join(folder, "whole"))).toMatchObject({ events: 2 });
  });

  it("is not made of what no start would take: the word comes before it is needed", async () => {
    const twin = join(work(), "spaces/twin");
    await cp(join(work(), "spaces", server.spaceKey), twin, { recursive: true });
    const said = await backUp(work(), to()).catch(({ message }: Error) => message);
    expect(said).toMatch(
      /^\S*\/work\/spaces\/.*its folder must be named.*\nNothing was changed\. Repair the workspace, then back it up\.$/,
    );
    expect(await readdir(folder)).toEqual(["work"]);
  });

  it("goes into a new folder only, and not into the workspace", async () => {
    await writeFile(join(folder, "backup"), "mine");
    await expect(backUp(work(), to())).rejects.toThrow("can't be used");
    await expect(backUp(work(), folder)).rejects.toThrow("is not empty");
    await expect(backUp(work(), join(work(), "copy"))).rejects.toThrow("is inside the workspace");
    await expect(backUp(join(folder, "nowhere"), join(folder, "x"))).rejects.toThrow("no workspace");
    expect(await readdir(folder)).toEqual(["backup", "work"]);
  });

  it.runIf(process.platform !== "win32")(
    "takes the place of the empty folder that one is in, and says what it holds",
    async () => {
      await mkdir(to());
      // A process of its own: what it opens is lost on a folder that is gone.
      const inside = (cwd: string, ...args: string[]) => run(program, args, { cwd });
      const made = inside(to(), "backup", ".", "--data", work());
      expect([await made.ended, made.stdout]).toEqual([0, [expect.stringContaining(`${to()} holds`)]]);
      const again = join(folder, "again");
      await mkdir(again);
      const back = inside(again, "restore", to(), "--data", ".");
      expect([await back.ended, back.stdout]).toEqual([0, [expect.stringContaining(`${again} holds`)]]);
    },
  );

  it.runIf(process.platform === "linux")("says that a disk is mounted where it was to go", async () => {
    const volume = "/dev/shm";
    const words = `mounted at ${volume}, so nothing else can take its place. Name a folder in it, such as ${volume}/workspace.`;
    await expect(backUp(work(), volume)).rejects.toThrow(words);
    await backUp(work(), to());
    await expect(restore(to(), volume, { replace: true, now })).rejects.toThrow(words);
  });

  it("leaves alone what comes into the folder meanwhile", async () => {
    await mkdir(to());
    const refused = expect(backUp(work(), to())).rejects.toThrow(/empty/);
    await writeFile(join(to(), "mine"), "mine");
    await refused;
    expect(await readdir(to())).toEqual(["mine"]);
    expect((await readdir(folder)).sort()).toEqual(["backup", "work"]);
  });

  it("takes no links for Spaces", async () => {
    await symlink(join(work(), "spaces", server.spaceKey), join(work(), "spaces", "link"));
    expect(await backUp(work(), to())).toMatchObject({ spaces: 1 });
    expect(await readdir(join(to(), "spaces"))).toEqual([server.spaceKey]);
  });

  it.skipIf(process.platform === "win32").each([
    ["what is published of it", "cinema/published"],
    ["a publication of it", "cinema/published/production.json"],
    ["its document", "cinema/space.json"],
    ["its scenes", "cinema/scenes"],
    ["a scene of it", "cinema/scenes/evening.json"],
    ["all Spaces", "."],
  ])("leaves out nothing that can't be looked at, and `doctor` names it: %s", async (_what, path) => {
    await server.stop();
    const place = join(work(), "spaces", path.replace("cinema", server.spaceKey));
    await mkdir(join(place, ".."), { recursive: true });
    for (const [target, reason] of [
      [place, "a link"],
      ["/nothing/lies/here", "is a link"],
    ] as const) {
      await rm(place, { recursive: true, force: true });
      await symlink(target, place);
      await expect(backUp(work(), to())).rejects.toThrow(reason);
      expect((await checkDocuments(work())).map(({ status }) => status)).toEqual(["problem"]);
      expect(existsSync(to())).toBe(false);
    }
  });

  it("leaves nothing where it fails", async () => {
    await server.stop();
    await writeFile(join(work(), "workspace.json"), "{ oops");
    await expect(backUp(work(), to())).rejects.toThrow("workspace.json, line 1");
    expect(await readdir(folder)).toEqual(["work"]);
  });
});

describe("to restore one", () => {
  beforeEach(async () => {
    await newTribe("Gold");
    await track("e1");
    await backUp(work(), to());
    await newTribe("Later");
    await track("e2");
  });

  it("puts it in the workspace's place, which stays beside it", async () => {
    await server.stop();
    await expect(restore(to(), work(), { replace: false, now })).rejects.toThrow("--replace");
    const { kept } = await restore(to(), work(), { replace: true, now });
    expect(kept).toBe(`${work()}.before-2026-11-22T12-00-00-000Z`);
    await start();
    expect([await names(), await events()]).toEqual([["Gold"], ["e1"]]);
    await server.stop();
    server = await startServerHere({ dataDir: String(kept) });
    expect([await names(), await events()]).toEqual([
      ["Gold", "Later"],
      ["e1", "e2"],
    ]);
  });

  it("leaves the workspace where it was once it was killed between its two moves", async () => {
    await server.stop();
    const kill = join(folder, "kill.mjs");
    await writeFile(
      kill,
      `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const { rename } = fs.promises;
      fs.promises.rename = async (from, to) => {
        await rename(from, to);
        if (to.includes(".before-")) process.kill(process.pid, "SIGKILL");
      };
      syncBuiltinESMExports();`,
    );
    const args = ["restore", to(), "--data", work(), "--replace"];
    const killed = run(program, args, {
      env: { NODE_OPTIONS: `--import ${pathToFileURL(kill).href}` },
    });
    await killed.ended;
    expect(existsSync(work())).toBe(false);
    expect(await checkDataFolder(work(), null)).toMatchObject({
      status: "problem",
      text: expect.stringContaining("was cut off"),
    });
    expect(existsSync(work())).toBe(false);
    await start();
    expect([await names(), await events()]).toEqual([
      ["Gold", "Later"],
      ["e1", "e2"],
    ]);
    expect(await warnings()).toEqual([expect.stringContaining("restore of a backup was cut off")]);
    await server.stop();
    const { kept } = await restore(to(), work(), { replace: true, now });
    await rm(work(), { recursive: true });
    expect(await movedAside(work())).toBeNull();
    expect(existsSync(String(kept))).toBe(true);
  });

  it("is refused while a copy runs, and where the backup is not whole", async () => {
    await expect(restore(to(), work(), { replace: true, now })).rejects.toThrow(/has .* open|already runs/);
    await server.stop();
    // Each document is right by itself, and no start takes them together.
    const [key = ""] = await readdir(join(to(), "spaces"));
    await cp(join(to(), "spaces", key), join(to(), "spaces/twin"), { recursive: true });
    const said = await restore(to(), work(), { replace: true, now }).catch(({ message }: Error) => message);
    expect(said).toContain("its folder must be named");
    expect(said).toMatch(
      /^\S*\/backup\/spaces\/.*\nNothing was changed\. Repair the backup, or take another one\.$/,
    );
    await rm(join(to(), "spaces/twin"), { recursive: true });
    await truncate(join(to(), ".understudy/data.db"), 20_000);
    await expect(restore(to(), work(), { replace: true, now })).rejects.toThrow("damaged");
    await expect(restore(folder, work(), { replace: true, now })).rejects.toThrow("is not a backup");
    const nowhere = join(folder, "nowhere");
    await expect(restore(nowhere, work(), { replace: true, now })).rejects.toThrow(`no folder ${nowhere}`);
    expect((await readdir(folder)).sort()).toEqual(["backup", "work"]);
    await start();
    expect(await events()).toEqual(["e1", "e2"]);
  });
});

describe("a data.db that is not what it was", () => {
  const db = () => join(work(), ".understudy/data.db");

  it("is told where it was missing, and may come back", async () => {
    await track("e1");
    await server.stop();
    await rename(db(), join(folder, "data.db"));
    await start();
    expect(await warnings()).toEqual([expect.stringContaining("was missing")]);
    expect(await events()).toEqual([]);
    await server.stop();
    await rename(join(folder, "data.db"), db());
    await start();
    expect([await warnings(), await events()]).toEqual([[], ["e1"]]);
  });

  it("is not left out of a copy where it is away: nothing is copied, and none is made", async () => {
    await track("e1");
    await server.stop();
    await backUp(work(), to());
    for (const lacking of [work(), to()]) await rm(join(lacking, ".understudy/data.db"));
    const before = await readdir(join(work(), ".understudy"));
    const refused = /is not whole: the event store that .* names, .understudy.data\.db, is not there/;
    await expect(backUp(work(), join(folder, "other"))).rejects.toThrow(refused);
    await expect(restore(to(), work(), { replace: true, now })).rejects.toThrow(refused);
    await expect(copyStore(work(), nowhere, () => {})).rejects.toThrow(refused);
    expect(await checkDatabase(work())).toMatchObject({
      status: "note",
      text: expect.stringContaining("data.db is missing; put it back"),
    });
    expect(await readdir(join(work(), ".understudy"))).toEqual(before);
    expect((await readdir(folder)).sort()).toEqual(["backup", "work"]);
  });

  it("is nothing that a clone lacks, which holds documents alone", async () => {
    await server.stop();
    await rm(join(work(), ".understudy"), { recursive: true });
    expect(await backUp(work(), to())).toMatchObject({ spaces: 1, events: 0 });
    await expect(copyStore(work(), nowhere, () => {})).rejects.toThrow(/no event store in .* yet/);
    expect(existsSync(db())).toBe(false);
    expect((await checkDatabase(work())).text).toContain("none yet");
  });

  it("is not left by a start that fails", async () => {
    await server.stop();
    await rm(db());
    const text = await readFile(join(work(), "workspace.json"), "utf8");
    await writeFile(join(work(), "workspace.json"), "<<<<<<<");
    await expect(start()).rejects.toThrow("workspace.json");
    await writeFile(join(work(), "workspace.json"), text);
    await start();
    expect(await warnings()).toEqual([expect.stringContaining("was missing")]);
  });

  it("is not in the way where making it was cut off", async () => {
    await server.stop();
    await rm(db());
    await writeFile(`${db()}.new`, "half");
    await writeFile(`${db()}.new-journal`, "half");
    await start();
    expect((await readdir(join(work(), ".understudy"))).filter((name) => name.includes(".new"))).toEqual([]);
  });

  it("is refused where it belongs to another workspace", async () => {
    await server.stop();
    const other = await startServerHere({ dataDir: join(folder, "other") });
    await other.stop();
    const before = await readFile(join(folder, "other/.understudy/data.db"));
    await copyFile(join(folder, "other/.understudy/data.db"), db());
    const refused = `${db()} is not the one that belongs to`;
    await expect(start()).rejects.toThrow(refused);
    await expect(backUp(work(), to())).rejects.toThrow(refused);
    await expect(restore(work(), join(folder, "third"), { replace: false, now })).rejects.toThrow(refused);
    await expect(copyStore(work(), nowhere, () => {})).rejects.toThrow(refused);
    expect(existsSync(db())).toBe(true);
    expect((await readFile(db())).length).toBe(before.length);
  });

  it("is looked at by doctor, with what is published", async () => {
    await track("e1", "e2");
    await server.stop();
    expect(await checkDatabase(work())).toMatchObject({
      status: "ok",
      text: expect.stringContaining("2 events"),
    });
    await truncate(db(), 20_000);
    expect(await checkDatabase(work())).toMatchObject({ id: "event-store", status: "problem" });
    await rm(db());
    const published = join(work(), "spaces", server.spaceKey, "published");
    await writeFile(join(work(), "spaces", server.spaceKey, "space.json"), "{}");
    expect(existsSync(published)).toBe(false);
    expect(await checkDocuments(work())).toMatchObject([
      { status: "problem", text: expect.stringContaining("space.json") },
    ]);
  });
});
