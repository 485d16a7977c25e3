import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let space: string;
let tribes: string;

beforeAll(async () => {
  server = await startServerHere();
  space = `/v2/spaces/${server.spaceKey}`;
  tribes = `${space}/tribes`;
});
afterAll(() => server.remove());

const create = (body: object) => server.api("POST", tribes, body);
const revisions = async (): Promise<number[]> =>
  (await server.api("GET", `${space}/environments`)).body.data.map(
    (one: { revision: number }) => one.revision,
  );

describe("Tribes", () => {
  it("are made with every kind of rule, and read back with their defaults", async () => {
    await create({ name: "Gold", rules: { field: "plan", op: "equals", value: "gold" } });
    const made = await create({
      name: "Everything",
      audience: "users",
      rules: {
        all: [
          { any: [{ label: "vip" }, { tribe: "gold" }] },
          { not: { attribute: "sessions", op: "lessThan", value: 3 } },
          { event: "movie/watched" },
          { field: "app", op: "semver", value: "^1.2.0 || >=3" },
        ],
      },
    });
    expect(made.status).toBe(201);
    const gold = (await server.api("GET", `${tribes}/gold`)).body;
    expect(made.body).toMatchObject({
      key: "everything",
      audience: "users",
      rules: {
        all: [
          { any: [{ label: "vip" }, { tribe: gold.id }] },
          { not: { attribute: "sessions", op: "lessThan", value: 3 } },
          { event: "movie/watched", did: true, count: { op: "any" }, window: { anyTime: true }, where: [] },
          { field: "app", op: "semver", value: "^1.2.0 || >=3" },
        ],
      },
    });
    const read = await server.api("GET", `${tribes}/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    const list = await server.api("GET", tribes);
    expect(list.body.data.map(({ key }: { key: string }) => key)).toEqual(["gold", "everything"]);
  });

  it("count in the revision of every environment when whom they hold changes, and only then", async () => {
    const before = await revisions();
    await server.api("PATCH", `${tribes}/gold`, { name: "Golden" });
    expect(await revisions()).toEqual(before);
    await server.api("PATCH", `${tribes}/gold`, {
      rules: { field: "plan", op: "in", value: ["gold", "platinum"] },
    });
    expect(await revisions()).toEqual(before.map((revision) => revision + 1));
  });

  it.each<[string, object, string]>([
    ["no rule at all", { name: "x", rules: { colour: "red" } }, "/rules"],
    ["a list", { name: "x", rules: [] }, "/rules"],
    [
      "an operator that is not there",
      { name: "x", rules: { field: "a", op: "like", value: "b" } },
      "/rules/op",
    ],
    [
      "a value that its operator does not take",
      { name: "x", rules: { all: [{ label: "a" }, { field: "a", op: "between", value: [5, 1] }] } },
      "/rules/all/1/value",
    ],
    [
      "an event's name without a group",
      { name: "x", rules: { any: [{ not: { event: "watched" } }] } },
      "/rules/any/0/not/event",
    ],
    [
      "four filters",
      {
        name: "x",
        rules: {
          event: "a/b",
          where: ["1", "2", "3", "4"].map((key) => ({ key, op: "equals", value: "x" })),
        },
      },
      "/rules/where",
    ],
    [
      "a window of two lengths",
      { name: "x", rules: { event: "a/b", window: { last: { days: 1, hours: 2 } } } },
      "/rules/window",
    ],
    [
      "a count without a number",
      { name: "x", rules: { event: "a/b", count: { op: "moreThan" } } },
      "/rules/count/value",
    ],
    ["a member that is not known", { name: "x", rules: { label: "a", colour: "red" } }, "/rules/colour"],
    ["a Tribe that is not there", { name: "x", rules: { all: [{ tribe: "nobody" }] } }, "/rules/all/0/tribe"],
    ["an audience that is not there", { name: "x", audience: "robots" }, "/audience"],
  ])("are refused with %s, at the very place", async (_name, body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid-body"]);
    expect(answer.body.errors[0].path.startsWith(path)).toBe(true);
    expect(answer.body.errors[0].detail.length).toBeGreaterThan(5);
  });

  it("can't depend on themselves", async () => {
    await create({ name: "A" });
    await create({ name: "B", rules: { not: { tribe: "a" } } });
    await create({ name: "C", rules: { any: [{ tribe: "b" }] } });
    const answer = await server.api("PATCH", `${tribes}/a`, { rules: { all: [{ tribe: "c" }] } });
    expect([answer.status, answer.body.code]).toEqual([409, "cycle"]);
    expect(answer.body.detail).toMatch(/A.*→/);
    const itself = await server.api("PATCH", `${tribes}/a`, { rules: { tribe: "a" } });
    expect([itself.status, itself.body.code]).toEqual([409, "cycle"]);
    expect((await server.api("GET", `${tribes}/a`)).body.rules).toEqual({ all: [] });
  });

  it("can't go while another Tribe or a draft names them", async () => {
    const byTribe = await server.api("DELETE", `${tribes}/b`);
    expect([byTribe.status, byTribe.body.code]).toEqual([409, "in-use"]);
    expect(byTribe.body.detail).toContain('the Tribe "C"');
    await server.api("POST", `${space}/experience-types`, { name: "Hero" });
    await server.api("POST", `${space}/collections`, { name: "Page" });
    await server.api("POST", `${space}/collections/page/experiences`, {
      name: "Banner",
      typeId: "hero",
      scenarios: [{ audience: { noneOf: ["c"] }, serve: {} }, { serve: {} }],
    });
    const byDraft = await server.api("DELETE", `${tribes}/c`);
    expect(byDraft.body.detail).toContain("page.banner");
    await server.api("DELETE", `${space}/collections/page`);
    expect((await server.api("DELETE", `${tribes}/c`)).status).toBe(204);
    expect((await server.api("DELETE", `${tribes}/b`)).status).toBe(204);
    expect((await server.api("GET", `${tribes}/b`)).status).toBe(404);
  });

  it("take If-Match, and keys once", async () => {
    const read = await server.api("GET", `${tribes}/gold`);
    const headers = { "if-match": read.headers.get("etag") ?? "" };
    expect((await server.api("PATCH", `${tribes}/gold`, { name: "One" }, headers)).status).toBe(200);
    const stale = await server.api("PATCH", `${tribes}/gold`, { name: "Two" }, headers);
    expect([stale.status, stale.body.code]).toEqual([412, "stale"]);
    const taken = await create({ name: "Other", key: "gold" });
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    expect((await create({ name: "One" })).body.key).toBe("one");
    expect((await create({ name: "One" })).body.key).toBe("one-2");
  });

  it("are refused beyond their limits, and the service goes on", async () => {
    const nested = (depth: number) => `${'{"not":'.repeat(depth)}{"label":"a"}${"}".repeat(depth)}`;
    const body = (rules: string) => `{"name":"Hostile","rules":${rules}}`;
    const hostile: [string, number, string][] = [
      ["10,000 nested groups", 400, body(nested(10_000))],
      ["10,000 rules", 400, body(`{"any":[${Array(10_000).fill('{"label":"a"}').join(",")}]}`)],
      ["a long value", 400, body(`{"field":"a","op":"contains","value":"${"x".repeat(200_000)}"}`)],
      ["a long name", 400, body(`{"field":"${"x".repeat(200_000)}","op":"exists","value":true}`)],
      ["10,000 members", 400, body(`{${Array.from({ length: 10_000 }, (_, n) => `"m${n}":1`).join(",")}}`)],
      [
        "a long version range",
        400,
        body(`{"field":"a","op":"semver","value":"${"1.x || ".repeat(10_000)}2"}`),
      ],
      [
        "a list without end",
        413,
        body(`{"field":"a","op":"in","value":[${Array(100_000).fill(1).join(",")}]}`),
      ],
      ["a megabyte", 413, body(`{"field":"a","op":"contains","value":"${"x".repeat(1_000_000)}"}`)],
      ["100,000 rules", 413, body(`{"any":[${Array(100_000).fill('{"label":"a"}').join(",")}]}`)],
      [
        "a regular expression, as a text like any other",
        201,
        body('{"field":"a","op":"contains","value":"(a+)+$"}'),
      ],
    ];
    for (const [name, status, text] of hostile) {
      const answer = await server.api("POST", tribes, text, { "content-type": "application/json" });
      expect([name, answer.status]).toEqual([name, status]);
    }
    const user = await server.sdk("POST", "/sdk/v1/sessions", {
      userId: "bomb",
      fields: { a: "a".repeat(8000) },
      sdk: { name: "browser", version: "1" },
      device: { id: "d", platform: "web" },
    });
    expect(user.status).toBe(201);
    expect((await server.api("GET", "/healthz")).status).toBe(200);
  });
});
