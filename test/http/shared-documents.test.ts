import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Tribe } from "../../src/core/tribe.ts";
import type { Database } from "../../src/server/store/postgres/database.ts";
import { DocumentRows } from "../../src/server/store/postgres/document-rows.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { TargetingService } from "../../src/server/targeting/targeting-service.ts";
import { followDocuments } from "../../src/server/workspace/follow-documents.ts";
import { Workspace } from "../../src/server/workspace/workspace.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { bannerOf, subjectOf, tribeOf } from "../helpers/targeting.ts";

const vip = {
  ...tribeOf("trb_vip", { field: "plan", op: "equals", value: "gold" }),
  key: "vip",
};
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

type Scenarios = Parameters<typeof bannerOf>[0];

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

/** A server's documents; `onStatement` comes before each statement. */
async function opened(onStatement: () => Promise<void> = async () => undefined) {
  const rows: Database["rows"] = async (...statement) => {
    await onStatement();
    return store.database.rows(...statement);
  };
  const documents = new DocumentRows({ rows } as Database, () => undefined);
  const head = await documents.head();
  const workspace = await Workspace.in({ dir: "", privateDir: "", place: documents }, Date.now());
  const [space] = workspace.spaces();
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
  const publish = (scenarios: Scenarios) =>
    workspace.published(spaceId).changeHeld("development", (draft) => {
      draft.collections = [{ publication, content: bannerOf(scenarios) }];
      draft.revision += 1;
    });
  return {
    workspace,
    space,
    follow,
    targeting: new TargetingService(workspace),
    environment: { spaceId, environment: "development" } as const,
    setTribes,
    publish,
    set: async (tribes: Tribe[], scenarios: Scenarios) => {
      await setTribes(tribes);
      await publish(scenarios);
    },
  };
}

type Server = Awaited<ReturnType<typeof opened>>;
const isWrong = ({ targeting, environment }: Server) =>
  JSON.stringify(targeting.model(environment).decider.decide(ana)).includes("Others");

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
  it("count together at another server, whenever it looks", async () => {
    const a = await opened();
    // Every place of a look at which the other server may change them, until there is none left.
    for (let at = 1, statements = 0; statements >= at - 1; at += 1) {
      await prepare(a);
      const wrong: string[] = [];
      let isLooking = false;
      const b = await opened(async () => {
        if (!isLooking) return;
        statements += 1;
        if (statements === at) await change(a);
        if (isWrong(b)) wrong.push(`before statement ${statements}, changed before ${at}`);
      });
      const look = await b.follow();
      b.workspace.onChange(({ kind }) => {
        if (isWrong(b)) wrong.push(`told of ${kind}, changed before ${at}`);
      });
      expect(isWrong(b)).toBe(false);
      // Something else of both, so that both are looked at.
      await a.space.update((draft) => {
        draft.space.name += "!";
      });
      await a.workspace.published(a.environment.spaceId).changeHeld("development", (draft) => {
        draft.revision += 1;
      });
      isLooking = true;
      statements = 0;
      await look();
      if (statements < at) await change(a);
      await look();
      expect(wrong).toEqual([]);
      expect(b.space.data).toEqual(a.space.data);
      expect(b.targeting.tribes(a.environment.spaceId).matching(ana)).toEqual(
        a.space.data.tribes.map(({ id }) => id),
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
    [
      "what is published",
      (b) =>
        b.workspace.published(b.environment.spaceId).changeHeld("staging", (draft) => {
          draft.revision += 1;
        }),
    ],
    [
      "what is published there",
      (b) =>
        b.workspace.published(b.environment.spaceId).changeHeld("development", (draft) => {
          draft.revision += 1;
        }),
    ],
  ])("count together where another server, before it looks, changes %s", async (_what, act) => {
    const a = await opened();
    await prepare(a);
    const b = await opened();
    const look = await b.follow();
    expect(isWrong(b)).toBe(false);
    const wrong: string[] = [];
    b.workspace.onChange(({ kind }) => {
      if (isWrong(b)) wrong.push(`told of ${kind}`);
    });
    await change(a);
    await act(b);
    b.workspace.announce({ kind: "targeting", spaceId: b.environment.spaceId });
    if (isWrong(b)) wrong.push("afterwards");
    await look();
    expect(wrong).toEqual([]);
    expect(isWrong(b)).toBe(false);
    expect(b.space.data.tribes).toEqual(a.space.data.tribes);
    expect(b.targeting.tribes(b.environment.spaceId).matching(ana)).toEqual(
      a.space.data.tribes.map(({ id }) => id),
    );
  });
});

it("what another server changes while this one starts is taken in", async () => {
  const a = await opened();
  const b = await opened();
  await a.setTribes([vip]);
  await b.follow();
  expect(b.space.data.tribes).toEqual([vip]);
});
