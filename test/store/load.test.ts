import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../src/core/limits.ts";
import type { EnvironmentRef } from "../../src/core/refs.ts";
import type { Store } from "../../src/server/store/ports.ts";
import { answerSize, type UsersFound, type UsersQuery } from "../../src/server/store/ports.ts";
import { type OpenedStore, stores } from "./stores.ts";
import { by, code, environment, start, writesInto } from "./writes.ts";

describe.each(stores)("$name", ({ open }) => {
  let opened: OpenedStore;
  let store: Store;
  const { ingest, save, user } = writesInto(() => store);
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.remove());

  describe("what waits to be written", () => {
    test("is weighed in bytes: more than fits is refused as busy, the rest is stored, and it goes on", async () => {
      const large = { note: "x".repeat(480_000) };
      const done = await Promise.allSettled(
        Array.from({ length: 200 }, (_, index) => save(`u${index}`, large)),
      );
      const refused = done.flatMap((one) => (one.status === "rejected" ? [code(one.reason)] : []));
      expect(refused.length).toBeGreaterThan(40);
      expect(new Set(refused)).toEqual(new Set(["busy"]));
      expect(await store.figures(environment)).toMatchObject({ users: 200 - refused.length });
      expect(await save("after")).toMatchObject({ outcome: "created" });
    });

    test("is refused alone where it is too large to be stored at once", async () => {
      const huge = save("u1", { note: "x".repeat(50 * 1024 * 1024) });
      const small = save("u2");
      await expect(huge.catch(code)).resolves.toBe("too-large");
      expect(await small).toMatchObject({ outcome: "created" });
    });
  });

  test("lists of users are behind by no more than is promised, however fast events come", async () => {
    for (let batch = 0; batch < 12; batch += 1)
      await ingest(Array.from({ length: 4000 }, (_, at) => by(`u${at % 50}`, `e${batch}-${at}`)));
    expect((await store.behind(start)).events).toBeLessThanOrEqual(20_480);
  });

  test("background work has its turn while there is always something to write", async () => {
    let found = false;
    for (let times = 0; times < 2000 && !found; times += 1) {
      await ingest([by("ana", `e${times}`)]);
      if (times % 20 === 0) found = (await user("ana")) !== null;
    }
    expect(found).toBe(true);
  });

  describe("somebody who was deleted", () => {
    test("is not made again by what they did before, and is by what they do then", async () => {
      const [, , deleted] = await Promise.all([
        save("ana", { plan: "gold" }),
        ingest([by("ana", "e1"), by("bo", "e2")]),
        store.users.delete({ environment, person: { kind: "known", id: "ana" }, precondition: null }),
      ]);
      expect(deleted).toBe("deleted");
      await opened.settled();
      expect([await user("ana"), (await user("bo"))?.id]).toEqual([null, "bo"]);
      await ingest([by("ana", "e3")], start + 1000);
      await opened.settled();
      expect(await user("ana")).toMatchObject({
        fields: {},
        firstSeenAt: new Date(start + 1000).toISOString(),
      });
    });
  });

  describe("somebody's fields, to whom others add again and again", () => {
    const named = (first: number, count: number, value = "x") =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${first + at}`, value]));
    const person = { kind: "known", id: "ana" } as const;
    const begin = (id: string, fields: Record<string, string>) =>
      store.users.startSession({
        ...{ environment, id, person, anonymousId: null, fields, at: start },
        ...{ sdk: { name: "browser", version: "1.0.0" }, device: { id: "d", platform: "web" } },
      });
    const merge = (fields: Record<string, string | null>) =>
      store.users.save({ environment, mode: "merge", person, fields, at: start, precondition: null });
    const fieldsOf = async () => (await user("ana"))?.fields ?? {};

    test("are 500 at most: sessions and identifies leave out what is over, a change or row is refused whole", async () => {
      await begin("s1", named(0, 400));
      await begin("s2", named(300, 200));
      expect(Object.keys(await fieldsOf())).toHaveLength(500);
      await ingest([{ ...by("ana", "i1"), fields: { over: "x", f0: "y" } }]);
      expect(await fieldsOf()).toMatchObject({ f0: "y" });
      expect(await merge({ f0: "z", over: "x" })).toEqual({ outcome: "full" });
      const users = [
        { ...person, fields: { f1: "z", over: "x" } },
        { kind: "known", id: "bo", fields: {} } as const,
      ];
      const imported = await store.users.import({ environment, at: start, users });
      expect(imported).toEqual({ created: 1, updated: 0, full: [0] });
      expect(await fieldsOf()).toMatchObject({ f0: "y", f1: "x" });
      expect(Object.keys(await fieldsOf())).toHaveLength(500);
      expect((await merge({ over: "x", f0: null })).outcome).toBe("updated");
      expect(Object.keys(await fieldsOf())).toHaveLength(500);
    });

    test("have a size at most, and who is full can still be changed and emptied", async () => {
      const long = "x".repeat(8_000);
      for (let at = 0; at < 10; at += 1) await begin(`s${at}`, named(at * 10, 10, long));
      const size = JSON.stringify(await fieldsOf()).length;
      const { value } = limits.userFieldsCharacters;
      expect([size <= value, size > value - 9_000]).toEqual([true, true]);
      expect(await merge({ f0: `${long}longer`.repeat(5) })).toEqual({ outcome: "full" });
      expect((await merge({ f0: "short" })).outcome).toBe("updated");
      expect((await merge({ f1: null, new: long })).outcome).toBe("updated");
      expect((await save("cy", named(0, 100, long))).outcome).toBe("full");
      expect(await user("cy")).toBeNull();
    });

    test("of just that size are taken at once, and put back as they are; a character more is not", async () => {
      const { value } = limits.userFieldsCharacters;
      const most = { long: "x".repeat(value - JSON.stringify({ long: "" }).length) };
      expect((await save("cy", most)).outcome).toBe("created");
      expect((await save("cy", most)).outcome).toBe("updated");
      expect((await save("cy", { long: `${most.long}x` })).outcome).toBe("full");
    });
  });

  describe("retention", () => {
    const pruneAll = async (before: number) => {
      let removed = 0;
      for (;;) {
        const step = await store.prune(before);
        removed += step.removed;
        if (!step.more) return removed;
      }
    };

    test("finds what is old behind events of a clock that was moved ahead", async () => {
      const ahead = start + 400 * 86_400_000;
      for (let batch = 0; batch < 5; batch += 1)
        await ingest(
          Array.from({ length: 2000 }, (_, index) => by("ana", `ahead-${batch}-${index}`)),
          ahead,
        );
      await ingest([by("ana", "old-1"), by("ana", "old-2")], start);
      await opened.settled();
      expect(await pruneAll(start + 1000)).toBe(2);
      expect(await store.figures(environment)).toMatchObject({ events: 10_000 });
    });

    test("ends what sessions there were, a bounded step at a time", async () => {
      await Promise.all(
        Array.from({ length: 2500 }, (_, index) =>
          store.users.startSession({
            environment,
            id: `ses_${index}`,
            person: { kind: "known", id: "ana" },
            anonymousId: null,
            fields: {},
            at: start,
            sdk: { name: "browser", version: "1.0.0" },
            device: { id: "d", platform: "web" },
          }),
        ),
      );
      let steps = 1;
      while ((await store.prune(start + 1)).more) steps += 1;
      expect(steps).toBeGreaterThan(1);
      expect(await store.users.session({ spaceId: "spc_1", id: "ses_2499" })).toBeNull();
    });
  });

  test("dropping a Space leaves the figures of others right, in whatever transaction it comes", async () => {
    const other: EnvironmentRef = { spaceId: "spc_2", environment: "development" };
    await ingest([by("ana", "a")]);
    await Promise.all([
      ingest([by("ana", "b")]),
      ingest([by("bo", "c"), by("bo", "d")], start, other),
      store.dropSpace("spc_1"),
      ingest([by("bo", "e")], start, other),
    ]);
    expect(await store.figures(other)).toMatchObject({ events: 3, lastSequence: 3 });
  });

  describe("what is read", () => {
    const large = (count: number, size: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          save(`u${String(at).padStart(3, "0")}`, { note: "x".repeat(size) }),
        ),
      );
    const listed = { environment, kind: null, q: null, label: null } as const;

    test("comes in answers that fit into memory, and all of it comes", async () => {
      await large(48, 450_000);
      const ids: string[] = [];
      let after: UsersQuery["after"] = null;
      do {
        const page: UsersFound = await store.users.list({ ...listed, after, limit: 200 });
        expect(page.size).toBeLessThanOrEqual(answerSize);
        ids.push(...page.users.map(({ id }) => id));
        after = page.through;
      } while (after !== null);
      expect(ids).toEqual(Array.from({ length: 48 }, (_, at) => `u${String(at).padStart(3, "0")}`));
    });

    test("of a filter that few match comes stretch by stretch", async () => {
      const many = Array.from({ length: 12_000 }, (_, at) => ({
        kind: "known" as const,
        id: `u${at}`,
        fields: {},
      }));
      await store.users.import({ environment, at: start, users: many });
      await save("zoe");
      const first = await store.users.list({ ...listed, q: "zoe", after: null, limit: 50 });
      expect(first).toMatchObject({ users: [], through: { kind: "known" } });
      const second = await store.users.list({ ...listed, q: "zoe", after: first.through, limit: 50 });
      const third = await store.users.list({ ...listed, q: "zoe", after: second.through, limit: 50 });
      expect(third.users.map(({ id }) => id)).toEqual(["zoe"]);
      const last = await store.users.list({ ...listed, kind: "visitor", q: "zoe", after: null, limit: 50 });
      expect(last).toEqual({ users: [], size: 0, through: null });
    });

    test("for a decision does not wait behind searches", async () => {
      const many = Array.from({ length: 20_000 }, (_, at) => ({
        kind: "known" as const,
        id: `u${at}`,
        fields: {},
      }));
      await store.users.import({ environment, at: start, users: many });
      // What a store begins with, such as connections, is no part of it.
      await Promise.all(Array.from({ length: 10 }, () => user("u7")));
      const order: string[] = [];
      const searches = Array.from({ length: 80 }, async () => {
        await store.users.list({ ...listed, q: "nobody", after: null, limit: 50 });
        order.push("search");
      });
      await user("u7");
      order.push("decision");
      await Promise.all(searches);
      // Behind them it would be the last. How many threads get their turn before its own is the machine's.
      expect(order.indexOf("decision")).toBeLessThan(80);
    });

    test("is large events in parts, with nothing left out and nothing twice", async () => {
      const original = "x".repeat(30_000);
      const events = Array.from({ length: 400 }, (_, at) => by("ana", `e${at}`, original));
      for (let at = 0; at < 400; at += 100) await ingest(events.slice(at, at + 100));
      const filter = { environment, where: [] };
      const up: number[] = [];
      for (let after = 0; after < 400; ) {
        const page = await store.log.after({ filter, after, limit: 1000, size: 300_000 });
        expect(page.events.length).toBeLessThanOrEqual(10);
        up.push(...page.events.map(({ sequence }) => sequence));
        after = page.through;
      }
      expect(up).toEqual(Array.from({ length: 400 }, (_, at) => at + 1));
      const down: number[] = [];
      for (let before = 401; before > 0; ) {
        const page = await store.log.before({ filter, before, limit: 1000 });
        expect(page.events.length).toBeLessThan(150);
        down.push(...page.events.map(({ sequence }) => sequence));
        before = page.searched;
      }
      expect(down).toEqual([...up].reverse());
    });
  });
});
