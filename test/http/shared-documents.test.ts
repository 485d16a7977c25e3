import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { SpaceDocument } from "../../src/core/documents.ts";
import { Problem } from "../../src/core/problem.ts";
import { scene } from "../../src/core/scene.ts";
import type { Tribe } from "../../src/core/tribe.ts";
import { deleteCollection } from "../../src/server/collections/collection-service.ts";
import { OrganizationService } from "../../src/server/organizations/organization-service.ts";
import { PublishingService } from "../../src/server/publishing/publishing-service.ts";
import type { PublicationBatch, Store } from "../../src/server/store/ports.ts";
import type { Database } from "../../src/server/store/postgres/database.ts";
import { DocumentRows } from "../../src/server/store/postgres/document-rows.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { TargetingService } from "../../src/server/targeting/targeting-service.ts";
import { TribeService } from "../../src/server/tribes/tribe-service.ts";
import { followDocuments } from "../../src/server/workspace/follow-documents.ts";
import { Workspace } from "../../src/server/workspace/workspace.ts";
import { administer, newDatabase } from "../helpers/postgres.ts";
import { bannerOf, subjectOf, tribeOf } from "../helpers/targeting.ts";

const vip = { ...tribeOf("trb_vip", { field: "plan", op: "equals", value: "gold" }), key: "vip" };
/** She is a VIP, so what is for everybody else is never hers. */
const ana = subjectOf({ fields: { plan: "gold" } });
const publication = {
  id: "pub_1",
  collectionId: "col_home",
  environment: "development",
  version: 1,
  publishedAt: "2026-01-01T00:00:00.000Z",
  publishedBy: "Ana",
  note: null,
} as const;
const forOthers = {
  id: "scn_others",
  name: "others",
  audience: { kind: "everyone" as const, anyOf: [], noneOf: [vip.id] },
  serve: { enabled: true, data: { headline: "Others" } },
};
const forAll = { id: "scn_all", name: "all", serve: { enabled: true, data: {} } };
const saying = (headline: string) => ({ ...forAll, serve: { enabled: true, data: { headline } } });

type Scenarios = Parameters<typeof bannerOf>[0];
type Environment = "development" | "staging";

let database: Awaited<ReturnType<typeof newDatabase>>;
let store: PostgresStore;
beforeEach(async () => {
  database = await newDatabase();
  store = await PostgresStore.open(database.url);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

/** Writes into a document what no server would. */
const tamper = (name: string, text: string) =>
  administer(
    `WITH head AS (UPDATE understudy.meta SET value = (value::bigint + 1)::text WHERE name = 'documents' RETURNING value::bigint AS head)
     INSERT INTO understudy.documents (name, revision, head, text) SELECT '${name}', 1000, head, '${text}' FROM head
     ON CONFLICT (name) DO UPDATE SET revision = documents.revision + 1000, head = excluded.head, text = excluded.text`,
    database.url,
  );

interface Hooks {
  /** `BEGIN`: of a transaction, before all of its own. */
  before?: (sql: string) => Promise<unknown>;
  after?: (sql: string) => Promise<unknown>;
  /** Before each statement of a transaction. */
  within?: (sql: string) => Promise<unknown>;
  /** What a statement has brought, and how long it was waited for, in ms. */
  brought?: (rows: readonly unknown[], within: number) => void;
}

/** A server's documents; `hooks` come around each statement. */
async function opened(hooks: Hooks = {}) {
  const rows: Database["rows"] = async (...statement) => {
    await hooks.before?.(statement[0]);
    const found = await store.database.rows(...statement);
    hooks.brought?.(found, answerTime);
    await hooks.after?.(statement[0]);
    return found as never;
  };
  const { answerTime } = store.database;
  const transaction: Database["transaction"] = async (work, mode) => {
    await hooks.before?.("BEGIN");
    return store.database.transaction(
      (client) =>
        work({
          rows: async (...statement) => {
            await hooks.within?.(statement[0]);
            const found = await client.rows(...statement);
            hooks.brought?.(found, statement[2] ?? answerTime);
            return found as never;
          },
        }),
      mode,
    );
  };
  const documents = new DocumentRows({ rows, transaction, answerTime } as Database, () => undefined);
  const head = await documents.head();
  const workspace = await Workspace.in({ dir: "", privateDir: "", place: documents }, Date.now());
  const space = workspace.findSpace("my-first-space") ?? workspace.spaces()[0];
  if (space === undefined) throw new Error("there is no Space");
  const spaceId = space.data.space.id;
  const follow = async () => {
    const { look, stop } = await followDocuments(workspace, documents, [], head);
    stop();
    return look;
  };
  const setTribes = (tribes: Tribe[]) =>
    space.update((draft) => {
      draft.tribes = tribes;
      draft.tribesRevision += 1;
    });
  const publish = (scenarios: Scenarios, environment: Environment = "development", id = spaceId) =>
    workspace.published(id).changeHeld(environment, (draft) => {
      draft.collections = [{ publication: { ...publication, environment }, content: bannerOf(scenarios) }];
      draft.revision += 1;
    });
  const targeting = new TargetingService(workspace);
  return {
    workspace,
    space,
    spaceId,
    follow,
    targeting,
    setTribes,
    publish,
    set: async (tribes: Tribe[], scenarios: Scenarios) => {
      await setTribes(tribes);
      await publish(scenarios);
    },
    /** What Ana gets, as text. */
    answer: (environment: Environment = "development", id = spaceId) =>
      JSON.stringify(targeting.model({ spaceId: id, environment }).decider.decide(ana)),
  };
}

type Server = Awaited<ReturnType<typeof opened>>;
const isWrong = (server: Server) => server.answer().includes("Others");

/** What a server tells, from now on. */
function toldBy({ workspace }: Server): string[] {
  const told: string[] = [];
  workspace.onChange((change) => told.push("spaceId" in change ? change.spaceId : change.kind));
  return told;
}

const other = (data: SpaceDocument, id: string, key: string): SpaceDocument => ({
  ...data,
  space: { ...data.space, id, key, name: key },
});

/** Resolves with what was waited for; `open` lets it through. */
function gate() {
  let open: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opening };
}

describe.each<[string, (a: Server) => Promise<unknown>, (a: Server) => Promise<unknown>]>([
  [
    "a Tribe and the publication that names it",
    (a) => a.set([], [forAll]),
    async (a) => {
      await a.setTribes([vip]);
      await a.publish([forOthers, forAll]);
    },
  ],
  [
    "a publication that no longer names a Tribe, and the Tribe's end",
    (a) => a.set([vip], [forOthers, forAll]),
    async (a) => {
      await a.publish([forAll]);
      await a.setTribes([]);
    },
  ],
])("%s", (_, prepare, change) => {
  /** A server that follows, before whose statement `at` the other one changes both, while `isOn`; and what it decided wrong. */
  async function watched(a: Server, at: number) {
    const seen = { isOn: false, statements: 0, wrong: [] as string[] };
    const b: Server = await opened({
      before: async () => {
        if (!seen.isOn) return;
        seen.statements += 1;
        if (seen.statements === at) await change(a);
        if (isWrong(b)) seen.wrong.push(`before statement ${seen.statements}, changed before ${at}`);
      },
    });
    const look = await b.follow();
    b.workspace.onChange(({ kind }) => {
      if (isWrong(b)) seen.wrong.push(`told of ${kind}, changed before ${at}`);
    });
    expect(isWrong(b)).toBe(false);
    return { b, look, seen };
  }

  it("count together at another server, whenever it looks", async () => {
    const a = await opened();
    // Every place of a look at which the other server may change them, until there is none left.
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      await prepare(a);
      const { b, look, seen } = await watched(a, at);
      // Something else of both, so that both are looked at.
      await a.space.update((draft) => {
        draft.space.name += "!";
      });
      await a.workspace.published(a.spaceId).changeHeld("development", (draft) => {
        draft.revision += 1;
      });
      seen.isOn = true;
      await look();
      if (seen.statements < at) await change(a);
      await look();
      statements = seen.statements;
      expect(seen.wrong).toEqual([]);
      expect(b.space.data).toEqual(a.space.data);
      expect(b.workspace.published(b.spaceId).of("development")).toEqual(
        a.workspace.published(a.spaceId).of("development"),
      );
    }
  });

  it.each<[string, (b: Server) => Promise<unknown>]>([
    [
      "the Space",
      (b) =>
        b.space.update((draft) => {
          draft.space.name = "B's";
        }),
    ],
    ["what is published elsewhere", (b) => b.publish([forAll], "staging")],
    [
      "what is published there",
      (b) =>
        b.workspace.published(b.spaceId).changeHeld("development", (draft) => {
          draft.revision += 1;
        }),
    ],
  ])("count together where another server, before it looks, changes %s", async (_what, act) => {
    const a = await opened();
    await prepare(a);
    // And at each place of its change.
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      await prepare(a);
      const { b, look, seen } = await watched(a, at);
      seen.isOn = true;
      await act(b);
      seen.isOn = false;
      statements = seen.statements;
      if (isWrong(b)) seen.wrong.push(`afterwards, changed before ${at}`);
      if (statements < at) await change(a);
      await look();
      expect(seen.wrong).toEqual([]);
      expect(isWrong(b)).toBe(false);
      expect(b.space.data.tribes).toEqual(a.space.data.tribes);
    }
  });

  it("count together at a server that starts meanwhile", async () => {
    const a = await opened();
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      await prepare(a);
      let isStarting = true;
      statements = 0;
      const b = await opened({
        before: async () => {
          if (!isStarting) return;
          statements += 1;
          if (statements === at) await change(a);
        },
      });
      isStarting = false;
      expect(isWrong(b), `changed before ${at}`).toBe(false);
      if (statements < at) await change(a);
      await (await b.follow())();
      expect(b.space.data).toEqual(a.space.data);
      expect(isWrong(b)).toBe(false);
    }
  });
});

describe("a document that can't be read", () => {
  it.each([
    "spaces/SPACE/scenes/broken.json",
    "spaces/SPACE/published/staging.json",
    "spaces/another/space.json",
    "spaces/another/published/development.json",
    ".understudy/secrets.json",
    ".understudy/oauth.json",
    ".understudy/shows.json",
    "workspace.json",
  ])("gets a warning, and stops nothing else: %s", async (named) => {
    const a = await opened();
    await a.workspace.addSpace(other(a.space.data, "spc_another", "another"));
    const b = await opened();
    const look = await b.follow();
    const told = toldBy(b);
    const name = named.replace("SPACE", a.space.data.space.key);
    await tamper(name, "{");
    await a.set([vip], [forOthers, saying("For VIPs")]);
    await look();
    expect(b.answer()).toContain("For VIPs");
    expect(told).toContain(b.spaceId);
    expect([...b.workspace.warnings.keys()]).toContain(name);
    // A change beside it goes on, and so do later looks.
    await b.publish([saying("B's")]);
    expect(b.answer()).toContain("B's");
    await a.publish([saying("A's")]);
    await look();
    expect(b.answer()).toContain("A's");
  });

  it.each<[string, string, (server: Server) => Promise<unknown>]>([
    ["a Space", "spaces/another/space.json", (b) => removed(b, "spc_another")],
    [
      "a scene",
      "spaces/another/scenes/crowd.json",
      (b) => b.workspace.scenes("spc_another").remove("crowd", () => undefined, b.workspace.trash),
    ],
  ])("can be deleted, and its warning goes: %s", async (_, name, remove) => {
    const a = await opened();
    await a.workspace.addSpace(other(a.space.data, "spc_another", "another"));
    await a.workspace.scenes("spc_another").put(sceneOf("crowd"), () => undefined);
    const b = await opened();
    const look = await b.follow();
    await tamper(name, "{");
    await look();
    expect([...b.workspace.warnings.keys()]).toEqual([name]);
    await remove(b);
    await look();
    expect(b.workspace.warnings.size).toBe(0);
    expect(await store.documents.exists(name)).toBe(false);
  });

  it("has no warning any more where another server has deleted it: a scene that was never read", async () => {
    const a = await opened();
    await a.workspace.scenes(a.spaceId).put(sceneOf("crowd"), () => undefined);
    const name = "spaces/my-first-space/scenes/crowd.json";
    await tamper(name, "{");
    const b = await opened();
    const look = await b.follow();
    expect([...b.workspace.warnings.keys()]).toEqual([name]);
    await a.workspace.scenes(a.spaceId).remove("crowd", () => undefined, a.workspace.trash);
    await look();
    expect(b.workspace.warnings.size).toBe(0);
  });

  it("counts once it can, and the warning goes", async () => {
    const a = await opened();
    await a.publish([saying("before")]);
    const b = await opened();
    const look = await b.follow();
    const name = `spaces/${a.space.data.space.key}/published/development.json`;
    await tamper(name, "{");
    await look();
    expect([...b.workspace.warnings.keys()]).toContain(name);
    expect(b.answer()).toContain("before");
    await expect(b.publish([saying("over it")])).rejects.toThrow(/can't be read, so nothing was saved/);
    const whole = {
      ...a.workspace.published(a.spaceId).of("development"),
      revision: 9,
      collections: [{ publication, content: bannerOf([saying("mended")]) }],
    };
    await tamper(name, JSON.stringify(whole));
    await look();
    expect(b.answer()).toContain("mended");
    expect([...b.workspace.warnings.keys()]).not.toContain(name);
  });
});

it("one that hears of a change and fails stops nobody else", async () => {
  const a = await opened();
  await a.workspace.addSpace(other(a.space.data, "spc_another", "another"));
  const b = await opened();
  const look = await b.follow();
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  b.workspace.onChange(() => {
    throw new Error("a fault of one");
  });
  const told = toldBy(b);
  await a.publish([saying("A's")]);
  await a.publish([saying("A's")], "development", "spc_another");
  await look();
  expect(stderr.mock.calls.join()).toContain("a fault of one");
  expect(told).toEqual(expect.arrayContaining([b.spaceId, "spc_another"]));
  expect([b.answer(), b.answer("development", "spc_another")].every((text) => text.includes("A's"))).toBe(
    true,
  );
});

it("what this server has acknowledged counts and is told at once, whichever look is under way", async () => {
  const a = await opened();
  const b0 = gate();
  let isHeld = false;
  const b = await opened({
    // The look has its answer, and what it takes in waits.
    after: async (sql) => {
      if (isHeld && sql.includes("starts_with(name, 'spaces/')")) await b0.opening;
    },
  });
  const look = await b.follow();
  await a.set([vip], [saying("A's")]);
  isHeld = true;
  const looking = look();
  const told = toldBy(b);
  await b.publish([saying("B's")]);
  b.workspace.announce({ kind: "targeting", spaceId: b.spaceId });
  expect(b.answer()).toContain("B's");
  expect(told).toContain(b.spaceId);
  // What the look has read is older, and is not put over it.
  b0.open();
  await looking;
  expect(b.answer()).toContain("B's");
  expect(b.space.data.tribes).toEqual([vip]);
  await look();
  expect(b.answer()).toContain("B's");
});

it("a held Space delays no other one's change, nor what others changed in it", async () => {
  const a = await opened();
  await a.workspace.addSpace(other(a.space.data, "spc_another", "another"));
  const b = await opened();
  const look = await b.follow();
  const told = toldBy(b);
  const held = gate();
  const holding = b.space.hold(() => held.opening);
  const published = b.workspace.published(b.spaceId);
  const acting = holding.then(() => published.changeHeld("staging", () => undefined));
  for (const headline of ["first", "second"]) {
    await a.setTribes([vip]);
    await a.publish([saying(headline)]);
    await a.publish([saying(headline)], "development", "spc_another");
    await a.workspace.scenes(a.spaceId).put(sceneOf(headline), () => undefined);
    await look();
    expect(b.answer("development", "spc_another")).toContain(headline);
    expect(b.answer()).toContain(headline);
    expect(b.workspace.scenes(b.spaceId).find(headline)?.key).toBe(headline);
    expect(told.splice(0)).toEqual(expect.arrayContaining([b.spaceId, "spc_another"]));
  }
  held.open();
  await acting;
  await a.workspace.scenes(a.spaceId).put({ ...sceneOf("first"), name: "changed" }, () => undefined);
  await a.workspace.scenes(a.spaceId).remove("second", () => undefined, "trash");
  await look();
  expect(b.workspace.scenes(b.spaceId).all()).toEqual([{ ...sceneOf("first"), name: "changed" }]);
});

const sceneOf = (key: string) =>
  scene.parse({
    schemaVersion: 1,
    key,
    name: key,
    seed: 7,
    begins: "2026-12-04T20:00:00Z",
    people: { count: 1 },
    intents: [],
  });

describe("a change of this server that others cross", () => {
  it("is made anew on what a look has put in place meanwhile", async () => {
    const a = await opened();
    const b = await opened();
    const look = await b.follow();
    let times = 0;
    await b.space.update(
      (draft) => {
        draft.space.name = `${draft.space.name} B`;
      },
      async () => {
        times += 1;
        if (times > 1) return;
        await a.space.update((draft) => {
          draft.space.name = "A";
        });
        await look();
      },
    );
    expect(b.space.data.space.name).toBe("A B");
    await a.space.update(() => undefined);
    expect(a.space.data.space.name).toBe("A B");
  });

  it("is not put over a newer one that came before its answer", async () => {
    const a = await opened();
    let isHeld = false;
    const answer = gate();
    const written = gate();
    const b = await opened({
      after: async (sql) => {
        if (!isHeld || !sql.includes("UPDATE understudy.documents SET text")) return;
        written.open();
        await answer.opening;
      },
    });
    const look = await b.follow();
    isHeld = true;
    const changing = b.space.update((draft) => {
      draft.space.name = "B";
    });
    await written.opening;
    await a.space.update((draft) => {
      draft.space.name += " and A";
    });
    await look();
    expect(b.space.data.space.name).toBe("B and A");
    answer.open();
    await changing;
    expect(b.space.data.space.name).toBe("B and A");
    isHeld = false;
    await b.space.update((draft) => {
      draft.space.name += "!";
    });
    expect(b.space.data.space.name).toBe("B and A!");
  });
});

describe("a write of this server that a look finds before it is answered", () => {
  const crossed = async (isLost: boolean) => {
    let isHeld = false;
    const answer = gate();
    const written = gate();
    await opened();
    const b = await opened({
      after: async (sql) => {
        if (!isHeld || !sql.includes("UPDATE understudy.documents SET text")) return;
        isHeld = false;
        written.open();
        await answer.opening;
        if (isLost) throw Object.assign(new Error("connection terminated"), { code: "57P01" });
      },
    });
    const look = await b.follow();
    const told = toldBy(b);
    isHeld = true;
    const changing = b.setTribes([vip]).catch(({ code }) => code);
    await written.opening;
    await look();
    expect([b.space.data.tribes, told]).toEqual([[vip], []]);
    answer.open();
    return { b, told, result: await changing };
  };

  it("is not told as somebody else's", async () => {
    const { b, told, result } = await crossed(false);
    expect([result, b.space.data.tribes, told]).toEqual([undefined, [vip], []]);
  });

  it("is told where the answer is lost", async () => {
    const { b, told, result } = await crossed(true);
    expect([result, b.space.data.tribes, told]).toEqual(["not-ready", [vip], [b.spaceId]]);
  });
});

it.each(["publish", "unpublish"] as const)(
  "the history has what another server published in the midst of %s here, though its own record failed",
  async (act) => {
    const a = await opened();
    const published = publication.publishedAt;
    await a.space.update((draft) => {
      draft.collections = [
        {
          ...bannerOf([forAll]),
          types: undefined,
          experiences: [],
          createdAt: published,
          updatedAt: published,
        } as never,
      ];
    });
    let isCrossed = false;
    const b: Server = await opened({
      before: async (sql) => {
        if (!isCrossed || sql !== "BEGIN") return;
        isCrossed = false;
        await publishedBy(a, "A's", {
          latestVersion: store.publications.latestVersion.bind(store.publications),
          record: (batch: PublicationBatch) =>
            batch.justMade ? Promise.reject(new Error("away")) : store.publications.record(batch),
        });
      },
    });
    const publishedBy = (server: Server, headline: string, publications: unknown) =>
      new PublishingService(server.workspace, { publications } as never).publish(
        server.space.data,
        { ...bannerOf([saying(headline)]) },
        { environment: "development" } as never,
        { by: "Ana", now: 0, precondition: null },
      );
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    await publishedBy(b, "first", store.publications);
    isCrossed = true;
    if (act === "publish") await publishedBy(b, "B's", store.publications);
    else
      await new PublishingService(b.workspace, { publications: store.publications } as never).unpublish(
        { spaceId: b.spaceId, environment: "development" },
        { id: "col_home", name: "Home" } as never,
        null,
      );
    const found = await store.publications.find({
      environment: { spaceId: b.spaceId, environment: "development" },
      collectionId: "col_home",
      version: 2,
    });
    expect(found?.content).toContain("A's");
  },
);

const renamed = (server: Server, id: string, key: string) => {
  const space = server.workspace.findSpace(id);
  if (space === undefined) throw new Error(`no ${id}`);
  return server.workspace.changeSpace(space, (draft) => {
    draft.space.key = key;
  });
};
const removed = (server: Server, id: string) => {
  const space = server.workspace.findSpace(id);
  if (space === undefined) throw new Error(`no ${id}`);
  return server.workspace.removeSpace(
    space,
    () => undefined,
    async () => undefined,
  );
};
const keysOf = ({ workspace }: Server) =>
  Object.fromEntries(workspace.spaces().map(({ data, path }) => [data.space.id, path]));

/** What a Space's documents say, wherever they lie. */
async function textsOf(spaceId: string): Promise<Record<string, string>> {
  const rows = await store.database.rows<{ name: string; text: string }>(
    `SELECT substr(d.name, length(s.name) - length('space.json') + 1) AS name, d.text FROM understudy.documents AS d, understudy.documents AS s
     WHERE s.name ~ '^spaces/[^/]+/space.json$' AND s.text::json #>> '{space,id}' = $1 AND starts_with(d.name, substr(s.name, 1, length(s.name) - length('space.json')))
     ORDER BY name`,
    [spaceId],
  );
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

/** Where documents of Spaces lie. */
const places = async () =>
  (
    await store.database.rows<{ name: string }>(
      "SELECT name FROM understudy.documents WHERE starts_with(name, 'spaces/') ORDER BY name",
    )
  ).map(({ name }) => name);

describe("a Space that another server gives another key", () => {
  /** A Space of two servers, with something of each kind beside it. */
  async function shared(hooks: Hooks = {}) {
    const a = await opened();
    if (a.workspace.findSpace("spc_other") === undefined)
      await a.workspace.addSpace(other(a.space.data, "spc_other", "other"));
    await a.publish([saying("before")]);
    await a.workspace.scenes(a.spaceId).put(sceneOf("kept"), () => undefined);
    const b = await opened(hooks);
    return { a, b, look: await b.follow() };
  }

  const acts: [string, (b: Server) => Promise<unknown>, (c: Server) => unknown, unknown][] = [
    ["the Space", (b) => b.setTribes([vip]), (c) => c.space.data.tribes, [vip]],
    [
      "its key",
      (b) => renamed(b, b.spaceId, "due"),
      (c) => [c.space.data.space.key, c.space.path],
      ["due", "spaces/due/space.json"],
    ],
    [
      "what is published",
      (b) => b.publish([saying("B's")]),
      (c) => c.answer("development", c.spaceId).includes("B's"),
      true,
    ],
    [
      "what is published for the first time",
      (b) => b.publish([saying("B's")], "staging"),
      (c) => c.answer("staging", c.spaceId).includes("B's"),
      true,
    ],
    [
      "a scene",
      (b) => b.workspace.scenes(b.spaceId).put({ ...sceneOf("kept"), name: "B's" }, () => undefined),
      (c) => c.workspace.scenes(c.spaceId).all(),
      [{ ...sceneOf("kept"), name: "B's" }],
    ],
    [
      "a new scene",
      (b) => b.workspace.scenes(b.spaceId).put(sceneOf("new"), () => undefined),
      (c) => c.workspace.scenes(c.spaceId).all(),
      [sceneOf("kept"), sceneOf("new")],
    ],
    [
      "what scenes there are",
      (b) => b.workspace.scenes(b.spaceId).remove("kept", () => undefined, ".understudy/trash"),
      (c) => c.workspace.scenes(c.spaceId).all(),
      [],
    ],
    [
      "that it is there",
      (b) => removed(b, b.spaceId),
      (c) => c.workspace.findSpace(c.spaceId)?.data.space.key,
      undefined,
    ],
  ];

  it.each(acts)("is changed here at any moment of it: %s", async (_, act, what, wanted) => {
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      let isActing = false;
      statements = 0;
      const { a, b, look } = await shared({
        before: async () => {
          if (!isActing) return;
          statements += 1;
          if (statements === at) await renamed(a, a.spaceId, "uno");
        },
      });
      isActing = true;
      await act(b);
      isActing = false;
      await look();
      expect([...b.workspace.warnings.keys()], `renamed before ${at}`).toEqual([]);
      const c = await opened();
      const found = c.workspace.findSpace(b.spaceId);
      expect(what({ ...c, spaceId: b.spaceId, space: found ?? c.space }), `renamed before ${at}`).toEqual(
        wanted,
      );
      const folders = c.workspace.spaces().map(({ data }) => `spaces/${data.space.key}/`);
      expect((await places()).filter((name) => !folders.some((folder) => name.startsWith(folder)))).toEqual(
        [],
      );
      if (found !== undefined) await removed(c, b.spaceId);
      await c.workspace.addSpace(other(a.space.data, "spc_next", "my-first-space"));
    }
  });

  it.each(
    acts.flatMap((act) =>
      [false, true].flatMap((isLooking) => [
        ["has another key", (a: Server) => renamed(a, a.spaceId, "uno"), isLooking, ...act] as const,
        ["is gone", (a: Server) => removed(a, a.spaceId), isLooking, ...act] as const,
      ]),
    ),
  )("is changed here, not another one that was made in its place: one that %s, %#", async (...given) => {
    const [how, leave, isLooking, , act, what, wanted] = given;
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      let isActing = false;
      let before: unknown = null;
      statements = 0;
      const { a, b, look } = await shared({
        before: async () => {
          if (!isActing) return;
          statements += 1;
          if (statements !== at) return;
          await leave(a);
          await a.workspace.addSpace(other(a.space.data, "spc_next", "my-first-space"));
          await a.publish([saying("the next one's")], "development", "spc_next");
          await a.workspace
            .scenes("spc_next")
            .put({ ...sceneOf("kept"), name: "the next one's" }, () => undefined);
          before = await textsOf("spc_next");
          if (!isLooking) return;
          const { path } = b.space;
          void look();
          // What is to be placed waits for this change.
          await expect
            .poll(() => b.workspace.findSpace(b.spaceId) !== undefined && b.space.path === path)
            .toBe(false);
        },
      });
      isActing = true;
      const outcome = await act(b).then(
        () => "done",
        (error: Problem) => error.code,
      );
      isActing = false;
      if (before !== null) expect(await textsOf("spc_next"), `before ${at}`).toEqual(before);
      await look();
      expect([...b.workspace.warnings.keys()], `before ${at}`).toEqual([]);
      const c = await opened();
      if (how === "has another key") {
        expect(outcome, `before ${at}`).toBe("done");
        const found = c.workspace.findSpace(b.spaceId);
        expect(what({ ...c, spaceId: b.spaceId, space: found ?? c.space }), `before ${at}`).toEqual(wanted);
      } else expect(before === null ? ["done"] : ["done", "not-found"], `before ${at}`).toContain(outcome);
      expect(keysOf(b)).toEqual(keysOf(c));
      for (const { data } of c.workspace.spaces())
        if (data.space.key !== "other") await removed(c, data.space.id);
      await c.workspace.addSpace(other(a.space.data, `spc_${how.length}_${at}`, "my-first-space"));
    }
  });

  it.each<
    [string, (a: Server) => Promise<unknown>, (b: Server, check: (now: unknown) => void) => Promise<unknown>]
  >([
    [
      "a scene that is replaced",
      (a) => a.workspace.scenes(a.spaceId).put({ ...sceneOf("kept"), name: "A's" }, () => undefined),
      (b, check) => b.workspace.scenes(b.spaceId).put({ ...sceneOf("kept"), name: "B's" }, check),
    ],
    [
      "a scene that is deleted",
      (a) => a.workspace.scenes(a.spaceId).put({ ...sceneOf("kept"), name: "A's" }, () => undefined),
      (b, check) => b.workspace.scenes(b.spaceId).remove("kept", check, ".understudy/trash"),
    ],
    [
      "a Space that is deleted",
      (a) =>
        a.space.update((draft) => {
          draft.space.name = "A's";
        }),
      (b, check) => b.workspace.removeSpace(b.space, check, async () => undefined),
    ],
  ])("is checked as it is at any moment of the change: %s", async (_, edit, act) => {
    const stale = new Problem("stale", "It was changed.");
    const check = (now: unknown) => {
      if (JSON.stringify(now).includes("A's")) throw stale;
    };
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      let isActing = false;
      statements = 0;
      const { a, b } = await shared({
        before: async () => {
          if (!isActing) return;
          statements += 1;
          if (statements === at) await edit(a);
        },
      });
      isActing = true;
      const outcome = await act(b, check).catch((error: unknown) => error);
      isActing = false;
      if (statements >= at) expect(outcome, `edited before ${at}`).toBe(stale);
      await removed(a, a.spaceId).catch(() => undefined);
      await a.workspace.addSpace(other(a.space.data, `spc_${at}`, "my-first-space"));
    }
  });

  it("has the new one, or the one before, where that server dies at any moment of it", async () => {
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      const { a: b, look } = await shared();
      const dying = async (sql: string) => {
        if (!isRenaming || sql === "BEGIN") return;
        statements += 1;
        if (statements >= at) throw Object.assign(new Error("connection terminated"), { code: "57P01" });
      };
      let isRenaming = false;
      statements = 0;
      const a = await opened({ before: dying, within: dying });
      isRenaming = true;
      await renamed(a, a.spaceId, "uno").catch(() => undefined);
      await look();
      await b.setTribes([vip]);
      await b.publish([saying("B's")]);
      expect([...b.workspace.warnings.keys()], `died before ${at}`).toEqual([]);
      expect(keysOf(await opened())).toEqual(keysOf(b));
      await removed(b, b.spaceId);
      await b.workspace.addSpace(other(b.space.data, `spc_${at}`, "my-first-space"));
    }
  });

  it.each<[string, (b: Server) => Promise<unknown>, string]>([
    [
      "what is published for the first time",
      (b) => b.publish([saying("B's")], "staging"),
      "published/staging.json",
    ],
    [
      "a new scene",
      (b) => b.workspace.scenes(b.spaceId).put(sceneOf("new"), () => undefined),
      "scenes/new.json",
    ],
  ])("takes along what is stored beside it in the same moment: %s", async (_, act, path) => {
    const { a, b } = await shared();
    for (const first of ["rename", "act"] as const) {
      const holder = new pg.Client({ connectionString: database.url });
      await holder.connect();
      await holder.query("BEGIN; UPDATE understudy.meta SET value = value WHERE name = 'documents'");
      const waiting = async (count: number) =>
        expect
          .poll(
            async () =>
              (
                await holder.query(
                  "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                )
              ).rowCount,
          )
          .toBe(count);
      const acts = { rename: () => renamed(a, a.spaceId, `by-${first}`), act: () => act(b) };
      const begun = acts[first]();
      await waiting(1);
      const then = acts[first === "act" ? "rename" : "act"]();
      await waiting(2);
      await holder.query("COMMIT");
      await holder.end();
      await Promise.all([begun, then]);
      expect(await places()).toContain(`spaces/by-${first}/${path}`);
      expect((await places()).filter((name) => !/^spaces\/(by|other)/.test(name))).toEqual([]);
      await administer(
        `DELETE FROM understudy.documents WHERE name = 'spaces/by-${first}/${path}'`,
        database.url,
      );
      await b.workspace.scenes(b.spaceId).reload("new");
    }
  });
});

describe("within one look", () => {
  it.each<[string, (a: Server) => Promise<unknown>]>([
    ["renamed", (a) => renamed(a, "spc_1", "uno")],
    [
      "renamed, and another one made under its key",
      async (a) => {
        await renamed(a, "spc_1", "uno");
        await a.workspace.addSpace(other(a.space.data, "spc_3", "one"));
      },
    ],
    [
      "exchanged with another one",
      async (a) => {
        await renamed(a, "spc_1", "third");
        await renamed(a, "spc_2", "one");
        await renamed(a, "spc_1", "two");
      },
    ],
    [
      "deleted, and made again under its key",
      async (a) => {
        await removed(a, "spc_1");
        await a.workspace.addSpace(other(a.space.data, "spc_3", "one"));
      },
    ],
    [
      "deleted, and another one renamed to its key",
      async (a) => {
        await removed(a, "spc_1");
        await renamed(a, "spc_2", "one");
      },
    ],
    ["deleted", (a) => removed(a, "spc_1")],
  ])("a Space that is %s is served as it is", async (_, act) => {
    const a = await opened();
    await a.workspace.addSpace(other(a.space.data, "spc_1", "one"));
    await a.workspace.addSpace(other(a.space.data, "spc_2", "two"));
    const b = await opened();
    const look = await b.follow();
    const before = new Map(b.workspace.spaces().map((space) => [space.data.space.id, space]));
    const lost: string[] = [];
    b.workspace.onChange((change) => {
      if ("spaceId" in change && b.workspace.findSpace(change.spaceId) === undefined)
        lost.push(change.spaceId);
    });
    await act(a);
    await look();
    expect(keysOf(b)).toEqual(keysOf(a));
    const kept = a.workspace.spaces().map(({ data }) => data.space.id);
    for (const id of kept) if (before.has(id)) expect(b.workspace.findSpace(id)).toBe(before.get(id));
    // Streams of one that only has another key go on.
    expect(lost.filter((id) => kept.includes(id))).toEqual([]);
    expect([...b.workspace.warnings.keys()]).toEqual([]);
    // And all are changed and followed as before.
    for (const id of kept) {
      await b.publish([saying("B's")], "development", id);
      await a.publish([saying("A's")], "staging", id);
    }
    await look();
    for (const id of kept) expect(b.answer("staging", id)).toContain("A's");
  });

  it("a Space that this server renames while a look is under way has its new place", async () => {
    let isHeld = false;
    const read = gate();
    const goOn = gate();
    const b = await opened({
      after: async (sql) => {
        if (!isHeld || !sql.includes("starts_with(name, 'spaces/')")) return;
        isHeld = false;
        read.open();
        await goOn.opening;
      },
    });
    const look = await b.follow();
    await b.space.update((draft) => {
      draft.space.name = "B's";
    });
    await b.workspace.scenes(b.spaceId).put(sceneOf("kept"), () => undefined);
    isHeld = true;
    const looking = look();
    await read.opening;
    await renamed(b, b.spaceId, "uno");
    goOn.open();
    await looking;
    expect(keysOf(b)).toEqual({ [b.spaceId]: "spaces/uno/space.json" });
    await look();
    await b.publish([saying("B's")]);
    const c = await opened();
    expect(keysOf(c)).toEqual(keysOf(b));
    expect(c.answer()).toContain("B's");
    expect(b.workspace.scenes(b.spaceId).all()).toEqual([sceneOf("kept")]);
    expect([...b.workspace.warnings.keys()]).toEqual([]);
  });
});

it("a new Space is looked at again where the database went away meanwhile", async () => {
  const a = await opened();
  let isAway = false;
  const b = await opened({
    before: async (sql) => {
      if (isAway && /FROM unnest/.test(sql))
        throw Object.assign(new Error("connection terminated"), { code: "57P01" });
    },
  });
  const look = await b.follow();
  await a.workspace.addSpace(other(a.space.data, "spc_new", "new"));
  isAway = true;
  await look();
  expect(b.workspace.findSpace("spc_new")).toBeUndefined();
  isAway = false;
  await look();
  expect(b.workspace.findSpace("spc_new")).toBeDefined();
  expect([...b.workspace.warnings.keys()]).toEqual([]);
});

it("what has changed is taken in, however long it takes to read all of it", async () => {
  const a = await opened();
  const long = (letter: string) => [saying(letter.repeat(700_000))];
  const ids = ["spc_1", "spc_2", "spc_3"];
  for (const id of ids) await a.workspace.addSpace(other(a.space.data, id, id.replace("_", "-")));
  /** As a slow network: within the time that a statement is waited for, 1.5 MB come. */
  const brought = (rows: readonly unknown[], within: number) => {
    if (JSON.stringify(rows).length > (within / store.database.answerTime) * 1_500_000)
      throw new Error("Query read timeout");
  };
  const b = await opened({ brought });
  const look = await b.follow();
  const told = toldBy(b);
  for (const id of ids) await a.publish(long("x"), "development", id);
  await a.publish([saying("y".repeat(4_000_000))]);
  await look();
  expect(told).toEqual(expect.arrayContaining([...ids, b.spaceId]));
  for (const id of ids) expect(b.answer("development", id)).toContain("xxx");
  expect(b.answer()).toContain("yyy");
  // And by a change of its own, a server that starts, and one that looks for a Space.
  await a.publish([saying("z".repeat(4_000_000))]);
  await b.publish([saying("short")], "staging");
  expect(b.answer()).toContain("zzz");
  expect((await opened({ brought })).answer()).toContain("zzz");
});

it("changes are taken in after the database has lost the last ones, as where a replica that is behind takes its place", async () => {
  const a = await opened();
  await a.publish([saying("kept")]);
  const kept = await store.database.rows<{ name: string; text: string; revision: number; head: number }>(
    "SELECT * FROM understudy.documents",
  );
  const [before] = await store.database.rows<{ value: string }>(
    "SELECT value FROM understudy.meta WHERE name = 'documents'",
  );
  await a.publish([saying("lost 1")]);
  await a.publish([saying("lost 2")]);
  const b = await opened();
  const look = await b.follow();
  await look();
  expect(b.answer()).toContain("lost 2");
  await administer("DELETE FROM understudy.documents", database.url);
  for (const { name, revision, head, text } of kept)
    await store.database.rows(
      "INSERT INTO understudy.documents (name, revision, head, text) VALUES ($1, $2, $3, $4)",
      [name, revision, head, text],
    );
  await store.database.rows("UPDATE understudy.meta SET value = $1 WHERE name = 'documents'", [
    before?.value,
  ]);
  await look();
  expect(b.answer()).toContain("kept");
  const c = await opened();
  await c.publish([saying("new")]);
  await look();
  expect(b.answer()).toContain("new");
  await b.publish([saying("B's")]);
  expect(b.answer()).toContain("B's");
});

it("what is withdrawn from one environment is told, though another one's document can't be changed", async () => {
  const a = await opened();
  await a.publish([saying("here")]);
  await a.publish([saying("here")], "staging");
  const told = toldBy(a);
  await tamper("spaces/my-first-space/published/staging.json", "{");
  const publishing = new PublishingService(a.workspace, store as unknown as Store);
  await expect(a.space.hold(() => publishing.withdraw(a.spaceId, "col_home"))).rejects.toThrow(
    /can't be read/,
  );
  expect(a.answer()).toBe("[]");
  expect(told).toContain(a.spaceId);
});

describe("what one server deletes while another one makes something in it", () => {
  const madeThen = { createdAt: publication.publishedAt, updatedAt: publication.publishedAt };
  const organizations = ({ workspace }: Server) =>
    new OrganizationService(
      workspace,
      { has: () => false, makeFirst: async () => null } as never,
      { needsCode: () => false } as never,
    );
  const publishing = ({ workspace }: Server) => new PublishingService(workspace, store as unknown as Store);
  const orgIds = ({ workspace }: Server) => workspace.document.data.organizations.map(({ id }) => id);
  const served = ({ workspace, spaceId }: Server) =>
    workspace.published(spaceId).of("development").collections;
  const publishedBy = (server: Server) =>
    publishing(server).publish(
      server.space.data,
      bannerOf([forOthers, forAll]),
      { environment: "development" } as never,
      { by: "Ana", now: 0, precondition: null },
    );

  it.each<[string, (a: Server) => Promise<unknown>, (b: Server) => Promise<unknown>, (c: Server) => boolean]>(
    [
      [
        "an Organization, and a Space",
        (a) => organizations(a).delete("org_2", null),
        (b) => {
          const made = other(b.space.data, "spc_new", "new");
          return b.workspace.addSpace({ ...made, space: { ...made.space, orgId: "org_2" } });
        },
        (c) => c.workspace.findSpace("spc_new") !== undefined && !orgIds(c).includes("org_2"),
      ],
      [
        "an Organization, and somebody in it",
        (a) => organizations(a).delete("org_2", null),
        (b) => organizations(b).addMember("org_2", { name: "Ben", role: "editor" }, 0),
        (c) => c.workspace.document.data.memberships.some(({ orgId }) => !orgIds(c).includes(orgId)),
      ],
      [
        "a Tribe, and what is published for it",
        (a) => new TribeService(a.workspace).delete(a.space, vip.id, null),
        publishedBy,
        (c) => c.space.data.tribes.length === 0 && served(c).length > 0,
      ],
      [
        "a Collection, and its publication",
        (a) =>
          deleteCollection(a.space, "col_home", {
            precondition: null,
            shown: () => ({}) as never,
            withdraw: (...what) => publishing(a).withdraw(...what),
          }),
        publishedBy,
        (c) => c.space.data.collections.length === 0 && served(c).length > 0,
      ],
    ],
  )("is gone with it, or there with it: %s", async (_, drop, make, isWrong) => {
    for (const [slow, isLooking] of [
      ["drop", false],
      ["drop", true],
      ["make", false],
      ["make", true],
    ] as const)
      for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
        statements = 0;
        let quick: (() => Promise<unknown>) | null = null;
        const hooks: Hooks = {
          before: async () => {
            if (quick === null) return;
            statements += 1;
            if (statements !== at) return;
            await quick().catch(refusal);
            // What is to be placed waits for this change.
            if (isLooking) await Promise.race([look(), new Promise((resolve) => setTimeout(resolve, 100))]);
          },
        };
        const a = await opened(slow === "drop" ? hooks : {});
        await a.workspace.document.update((draft) => {
          draft.organizations = [
            ...draft.organizations.filter(({ id }) => id !== "org_2"),
            { id: "org_2", name: "Two", ...madeThen },
          ];
        });
        if (a.workspace.findSpace("spc_new") !== undefined) await removed(a, "spc_new");
        await a.workspace.published(a.spaceId).changeHeld("development", (draft) => {
          draft.collections = [];
        });
        await a.space.update((draft) => {
          draft.tribes = [vip];
          draft.collections = [
            { id: "col_home", key: "home", name: "Home", experiences: [], sections: [], ...madeThen },
          ];
        });
        const b = await opened(slow === "make" ? hooks : {});
        const look = await (slow === "drop" ? a : b).follow();
        quick = slow === "drop" ? () => make(b) : () => drop(a);
        await (slow === "drop" ? drop(a) : make(b)).catch(refusal);
        quick = null;
        expect(isWrong(await opened()), `${slow} crossed before ${at}, ${isLooking}`).toBe(false);
      }
  });
});

/** What is refused is told as a Problem. */
function refusal(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
