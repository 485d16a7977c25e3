import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EnvironmentKey } from "../../src/core/primitives.ts";
import type { Publication } from "../../src/core/publication.ts";
import type { Store } from "../../src/server/store/ports.ts";
import { type OpenedStore, stores } from "./stores.ts";

describe.each(stores)("$name", ({ open }) => {
  const spaceId = "spc_1";
  const start = Date.parse("2026-11-01T00:00:00Z");

  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.remove());

  const publication = (
    environment: EnvironmentKey,
    version: number,
    minute: number,
    collectionId = "col_1",
  ): Publication => ({
    id: `pub_${collectionId}_${environment}_${version}`,
    collectionId,
    environment,
    version,
    publishedAt: new Date(start + minute * 60_000).toISOString(),
    publishedBy: "Local operator",
    note: version === 1 ? "first" : null,
  });
  const record = (
    environment: EnvironmentKey,
    publications: readonly Publication[],
    content = "{}",
    justMade = true,
  ) =>
    store.publications.record({
      environment: { spaceId, environment },
      publications: publications.map((one) => ({ publication: one, content })),
      justMade,
    });
  const history = [
    publication("development", 1, 0),
    publication("staging", 1, 1),
    publication("development", 2, 2),
    publication("production", 2, 2),
    publication("development", 3, 4),
  ];
  const recordAll = async () => {
    for (const one of history) await record(one.environment, [one], `{"v":${one.version}}`);
    await record("development", [publication("development", 1, 9, "col_2")]);
  };
  const list = (
    change: { environment?: EnvironmentKey | null; before?: Publication | null; limit?: number } = {},
  ) =>
    store.publications.list({
      spaceId,
      collectionId: "col_1",
      environment: null,
      before: null,
      limit: 10,
      ...change,
    });
  const idsOf = (found: readonly Publication[]) => found.map((one) => one.id);

  test("are listed newest first, of one environment or of all, page by page", async () => {
    await recordAll();
    const all = await list();
    expect(all[0]).toEqual(history[4]);
    expect(idsOf(all)).toEqual([
      "pub_col_1_development_3",
      "pub_col_1_production_2",
      "pub_col_1_development_2",
      "pub_col_1_staging_1",
      "pub_col_1_development_1",
    ]);
    expect(idsOf(await list({ environment: "development", limit: 2 }))).toEqual([
      "pub_col_1_development_3",
      "pub_col_1_development_2",
    ]);
    const paged: Publication[] = [];
    for (let before: Publication | null = null; paged.length < 5; before = paged.at(-1) ?? null)
      paged.push(...(await list({ before, limit: 1 })));
    expect(paged).toEqual(all);
    expect(await list({ before: paged.at(-1) ?? null })).toEqual([]);
  });

  test("stand in the order of their versions within an environment, whichever is recorded first", async () => {
    const environments: EnvironmentKey[] = ["development", "staging"];
    const versions = Array.from({ length: 12 }, (_, at) => 12 - at);
    for (const version of [14, 13]) await record("development", [publication("development", version, 1)]);
    await Promise.all(
      versions.flatMap((version) =>
        environments.map((key) => record(key, [publication(key, version, version % 3)])),
      ),
    );
    for (const environment of environments) {
      const found = (await list({ environment, limit: 20 })).map((one) => one.version);
      expect(found).toEqual(environment === "development" ? [14, 13, ...versions] : versions);
    }
  });

  test("stand in the order in which they were made, whatever the clock was set to", async () => {
    await record("development", [publication("development", 1, 1000)]);
    await record("staging", [publication("staging", 1, 5)]);
    await record("development", [publication("development", 2, 3)]);
    // What came with a checkout stands where its time says, behind the version before it.
    await record("production", [publication("production", 7, 4)], "{}", false);
    const all = [
      "pub_col_1_development_2",
      "pub_col_1_staging_1",
      "pub_col_1_development_1",
      "pub_col_1_production_7",
    ];
    expect(idsOf(await list())).toEqual(all);
    const paged: Publication[] = [];
    for (let before: Publication | null = null; paged.length < 4; before = paged.at(-1) ?? null)
      paged.push(...(await list({ before, limit: 1 })));
    expect(idsOf(paged)).toEqual(all);
    expect(idsOf(await list({ environment: "development" }))).toEqual([all[0], all[2]]);
  });

  test("never change once recorded, and survive a restart", async () => {
    await recordAll();
    await record(
      "development",
      [publication("development", 3, 99), publication("development", 4, 100)],
      "{}",
    );
    await opened.reopen();
    store = opened.store;
    const environment = { spaceId, environment: "development" } as const;
    const one = (version: number) => store.publications.find({ environment, collectionId: "col_1", version });
    expect(await one(3)).toEqual({ publication: history[4], content: '{"v":3}' });
    expect((await one(4))?.publication.publishedAt).toBe(publication("development", 4, 100).publishedAt);
    expect(await one(5)).toBeNull();
    expect(await store.publications.latestVersion({ environment, collectionId: "col_1" })).toBe(4);
    expect(await store.publications.latestVersion({ environment, collectionId: "col_3" })).toBe(0);
  });

  test("go with their Space", async () => {
    await recordAll();
    await store.dropSpace(spaceId);
    expect(await list()).toEqual([]);
    while ((await store.prune(0)).more);
    expect(await opened.leftovers()).toBe(0);
  });
});
