import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyStore } from "../../src/server/copy-store.ts";
import { eventually } from "../helpers/eventually.ts";
import { administer, newDatabase } from "../helpers/postgres.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { startSession } from "../helpers/targeting-setup.ts";

const environment = "/v2/spaces/cinema/environments/development";
const quiet = () => {};

let parent: string;
let folder: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
let before: Awaited<ReturnType<typeof everything>>;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "understudy-copy-"));
  folder = join(parent, "desk");
  database = await newDatabase();
  const server = await startServerHere({ dataDir: folder, seed: "demo" });
  const key = (await server.api("GET", "/v2/spaces/cinema/environments")).body.data[0].apiKey;
  const event = (id: string) => ({
    id,
    name: "movie/watched",
    time: new Date().toISOString(),
    userId: "ana",
    sessionId: "ses_1",
    experienceId: "exp_banner",
    metadata: { pair1: { key: "genre", value: "drama" } },
  });
  const sent = await server.sdk(
    "POST",
    "/sdk/v1/events",
    { events: [event("first"), { id: "bad", name: "no name" }, event("second")] },
    { "x-api-key": key },
  );
  expect(sent.status).toBe(202);
  await startSession(server, { userId: "ana" }, key);
  for (const note of ["first", "second"]) {
    const path = "/v2/spaces/cinema/collections/homepage/publications";
    const { status } = await server.api("POST", path, { environment: "development", note });
    expect(status).toBe(201);
  }

  // When people were seen is written behind the log.
  await eventually(async () =>
    expect((await server.api("GET", "/v2/status")).body.store.behind.events).toBe(0),
  );
  before = await everything(server);
  await server.stop();
});
afterAll(async () => {
  await administer("DELETE FROM understudy.meta WHERE name = 'copied'", database.url);
  await database.drop();
  await rm(parent, { recursive: true, force: true });
});

const copied = (from: string, to: string) =>
  copyStore(from, to, quiet).then(undefined, (error: Error) => error.message);

it("goes into a database that servers serve, and back into a folder, the same to the last event", async () => {
  // It is cut off before it is read through: nothing starts over it, and the next one goes on.
  const cut = copyStore(folder, database.url, (line) => {
    if (/Reading/.test(line)) throw new Error("cut off");
  });
  await expect(cut).rejects.toThrow("cut off");
  await expect(startServerHere({ store: database.url })).rejects.toThrow(/was not finished. Run it again/);
  const there = await copyStore(folder, database.url, quiet);
  expect(there).toMatchObject({
    environments: expect.any(Number),
    events: before.events.length - 1,
    rejected: 1,
  });

  const shared = await startServerHere({ store: database.url });
  expect(await everything(shared)).toEqual(before);
  await shared.api("POST", "/v2/spaces/cinema/environments/development/users", { id: "later" });
  const after = await everything(shared);
  await shared.stop();

  const back = join(parent, "back");
  const again = await copyStore(database.url, back, quiet);
  expect(again.users).toBe(there.users + 1);
  const desk = await startServerHere({ dataDir: back });
  expect(await everything(desk)).toEqual(after);
  // What is found by an index is found, an id that is there is stored once, and numbers go on.
  for (const by of ["userId=ana", "sessionId=ses_1", "experience=exp_banner", "where=genre:drama"]) {
    const found = await desk.api("GET", `${environment}/events?name=movie/watched&${by}`);
    const ids = found.body.data.map((one: { id: string }) => one.id);
    expect([by, ids.slice(0, 2)]).toEqual([by, ["second", "first"]]);
  }
  const event = { id: "first", name: "movie/watched", time: new Date().toISOString(), userId: "ana" };
  const key = (await desk.api("GET", "/v2/spaces/cinema/environments")).body.data[0].apiKey;
  await desk.sdk(
    "POST",
    "/sdk/v1/events",
    { events: [event, { ...event, id: "third" }] },
    { "x-api-key": key },
  );
  const newest = (await desk.api("GET", `${environment}/events?limit=1`)).body.data[0];
  expect([newest.id, newest.sequence]).toEqual(["third", (after.events[0]?.sequence ?? 0) + 1]);
  await desk.remove();
});

it.each([
  "spaces/cinema/published",
  "spaces/cinema/published/production.json",
  "spaces/cinema/scenes",
  "spaces",
])("is not made without what a link to nothing hides: %s", async (path) => {
  const [other, hiding] = [await newDatabase(), await mkdtemp(join(parent, "hiding-"))];
  try {
    await cp(folder, hiding, { recursive: true });
    await rm(join(hiding, path), { recursive: true, force: true });
    await symlink("/nothing/lies/here", join(hiding, path));
    expect(await copied(hiding, other.url)).toContain(`${join(hiding, path)}: is a link`);
  } finally {
    await other.drop();
  }
});

it("is not made beside another one into the same database", async () => {
  const other = await newDatabase();
  // A folder is read by one copy at a time; of the same workspace there may be two.
  const twin = join(parent, "twin");
  await cp(folder, twin, { recursive: true });
  try {
    const copies = await Promise.all([folder, twin].map((one) => copied(one, other.url)));
    // The later one finds what the first has made; where that takes long, it says that one is under way.
    const said = copies.filter((one) => typeof one === "string");
    expect(said).toEqual([expect.stringMatching(/is not empty\. Name another|Another copy .* is under way/)]);
    expect(copies).toContainEqual(expect.objectContaining({ sha256: expect.any(String) }));
  } finally {
    await other.drop();
  }
});

it("touches nothing that is in use, or not empty", async () => {
  const server = await startServerHere({ dataDir: folder });
  expect(await copied(folder, database.url)).toMatch(/^A copy already runs on/);
  await server.stop();
  expect(await copied(folder, database.url)).toMatch(/is not empty\. Name another database/);
  await writeFile(join(parent, "file"), "mine");
  expect(await copied(database.url, parent)).toMatch(/is not empty\. Name a new folder\.$/);
  expect(await copied(join(parent, "nowhere"), database.url)).toMatch(/^There is no workspace in/);
  expect(await copied(folder, join(parent, "other"))).toMatch(
    /^One end must be a folder, the other a database/,
  );
});

it("writes into a folder of its own alone, and there no file that no workspace has", async () => {
  const [target, aside, victim] = [join(parent, "out"), join(parent, ".out.copy"), join(parent, "victim")];
  await writeFile(victim, "mine");
  const victims = () => readFile(victim, "utf8");
  // What another user of the machine can lay out beforehand.
  await symlink(parent, aside);
  expect(await copied(database.url, target)).toMatch(/\.out\.copy exists already/);
  await rm(aside);
  await mkdir(aside);
  await chmod(aside, 0o777);
  expect(await copied(database.url, target)).toMatch(/\.out\.copy exists already/);
  await chmod(aside, 0o700);
  await mkdir(join(aside, ".understudy"), { mode: 0o700 });
  await symlink(victim, join(aside, "workspace.json"));
  await symlink(victim, join(aside, ".understudy", "copied-from"));
  expect(await copied(database.url, target)).toMatch(/copied-from is not a plain file/);
  await rm(join(aside, ".understudy", "copied-from"));

  const stray = (name: string) =>
    administer(
      `INSERT INTO understudy.documents (name, revision, head, text) VALUES ('${name}', 1, 1, 'x')`,
      database.url,
    );
  for (const name of [
    "spaces/../../victim",
    "spaces/cinema/scenes/../space.json",
    "spaces/cinema/notes.txt",
  ]) {
    await stray(name);
    expect(await copied(database.url, target)).toContain(`a document "${name}", which no workspace has`);
    await administer(`DELETE FROM understudy.documents WHERE name = '${name}'`, database.url);
  }
  expect(await copied(database.url, target)).toMatchObject({ sha256: expect.any(String) });
  expect(await victims()).toBe("mine");
});

/** What people and programs see of it. */
async function everything(server: TestServer) {
  const get = async (path: string) => (await server.api("GET", path)).body;
  const people = await get(`${environment}/users?limit=200`);
  return {
    spaces: await get("/v2/spaces"),
    environments: await get("/v2/spaces/cinema/environments"),
    collections: await get("/v2/spaces/cinema/collections"),
    tribes: await get("/v2/spaces/cinema/tribes"),
    publications: await get("/v2/spaces/cinema/collections/homepage/publications"),
    version: await get("/v2/spaces/cinema/collections/homepage/publications/development/1"),
    users: people.data,
    events: (await get(`${environment}/events?limit=200`)).data as { readonly sequence: number }[],
    actions: (await get("/v2/audit")).data.map((one: { action: string }) => one.action),
  };
}
