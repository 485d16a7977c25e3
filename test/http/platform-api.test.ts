import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { openConsole, startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
let orgId: string;
beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
  orgId = (await api("GET", "/v2/orgs")).body.data[0].id;
  await api("POST", "/v2/spaces", { orgId, name: "Cinema", key: "cinema" });
});
afterAll(() => server.remove());

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const users = "/v2/spaces/cinema/environments/development/users";

describe("organizations", () => {
  test("are created, renamed with If-Match, and deleted while empty", async () => {
    const made = await api("POST", "/v2/orgs", { name: "Acme" });
    expect(made.status).toBe(201);
    const path = `/v2/orgs/${made.body.id}`;
    const etag = (await api("GET", path)).headers.get("etag") ?? "";
    expect((await api("GET", path, undefined, { "if-none-match": etag })).status).toBe(304);
    expect((await api("PATCH", path, { name: "Acme Ltd" }, { "if-match": etag })).body.name).toBe("Acme Ltd");
    expect(outcome(await api("PATCH", path, { name: "Late" }, { "if-match": etag }))).toEqual([412, "stale"]);
    expect((await api("DELETE", path)).status).toBe(204);
    expect(outcome(await api("GET", path))).toEqual([404, "not-found"]);
    expect(outcome(await api("DELETE", `/v2/orgs/${orgId}`))).toEqual([409, "in-use"]);
  });

  test("that are deleted while a Space of theirs is made have it, or it is not made", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await api("POST", "/v2/orgs", { name: `Short ${round}` })).body;
      const [made, gone] = await Promise.all([
        api("POST", "/v2/spaces", { orgId: id, name: `Late ${round}` }),
        api("DELETE", `/v2/orgs/${id}`),
      ]);
      if (made.status === 201) {
        expect(outcome(gone)).toEqual([409, "in-use"]);
        expect((await api("DELETE", `/v2/spaces/${made.body.id}`)).status).toBe(204);
        await api("DELETE", `/v2/orgs/${id}`);
      } else expect([outcome(made), gone.status]).toEqual([[404, "not-found"], 204]);
    }
  });

  test("have members with roles, and always an owner", async () => {
    const path = `/v2/orgs/${orgId}/members`;
    const added = await api("POST", path, { name: "Ida", email: "ida@example.com", role: "viewer" });
    expect(added.body).toMatchObject({ name: "Ida", role: "viewer" });
    expect(
      outcome(await api("POST", path, { name: "Ida", email: "ida@example.com", role: "viewer" })),
    ).toEqual([409, "conflict"]);
    expect((await api("PATCH", `${path}/${added.body.accountId}`, { role: "editor" })).body.role).toBe(
      "editor",
    );
    const me = (await api("GET", "/v2/me")).body.account.id;
    expect(outcome(await api("PATCH", `${path}/${me}`, { role: "viewer" }))).toEqual([409, "conflict"]);
    expect(outcome(await api("DELETE", `${path}/${me}`))).toEqual([409, "conflict"]);
    expect((await api("DELETE", `${path}/${added.body.accountId}`)).status).toBe(204);
    expect((await api("GET", path)).body.data.length).toBe(1);
  });
});

describe("Spaces", () => {
  test("have unique keys, derived from the name where none is given", async () => {
    expect((await api("POST", "/v2/spaces", { orgId, name: "Häuser & Co." })).body.key).toBe("hauser-co");
    expect((await api("POST", "/v2/spaces", { orgId, name: "Häuser & Co." })).body.key).toBe("hauser-co-2");
    expect(outcome(await api("POST", "/v2/spaces", { orgId, name: "X", key: "cinema" }))).toEqual([
      409,
      "conflict",
    ]);
    const twins = await Promise.all(
      [1, 2, 3].map(() => api("POST", "/v2/spaces", { orgId, name: "Twin", key: "twin" })),
    );
    expect(twins.map((one) => one.status).sort()).toEqual([201, 409, 409]);
  });

  test("answer by id and by key, move with their key, and are deleted", async () => {
    const { body: made } = await api("POST", "/v2/spaces", { orgId, name: "Mobile" });
    expect((await api("PATCH", `/v2/spaces/${made.id}`, { key: "phone" })).body.key).toBe("phone");
    expect(outcome(await api("GET", "/v2/spaces/mobile"))).toEqual([404, "not-found"]);
    expect((await api("GET", "/v2/spaces/phone")).body.id).toBe(made.id);
    expect((await api("DELETE", "/v2/spaces/phone")).status).toBe(204);
    expect(outcome(await api("GET", `/v2/spaces/${made.id}`))).toEqual([404, "not-found"]);
  });

  test("are listed page by page", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await api("GET", `/v2/spaces?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.body.data.map((one: { key: string }) => one.key));
      cursor = page.body.next ?? "";
    } while (cursor !== "");
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen.length).toBeGreaterThan(4);
    for (const query of ["limit=0", "limit=201", "limit=x", "cursor=nonsense", "unknown=1"]) {
      expect(outcome(await api("GET", `/v2/spaces?${query}`)), query).toEqual([400, "invalid-query"]);
    }
  });
});

describe("environments", () => {
  test("are always the three, each with its own API key, which also names it in a path", async () => {
    const { body } = await api("GET", "/v2/spaces/cinema/environments");
    expect(body.data.map((one: { key: string }) => one.key)).toEqual([
      "development",
      "staging",
      "production",
    ]);
    const [development, staging] = body.data;
    expect(new Set(body.data.map((one: { apiKey: string }) => one.apiKey)).size).toBe(3);
    await api("PUT", `/v2/spaces/cinema/environments/${staging.apiKey}/users/only-staging`, {});
    expect((await api("GET", "/v2/spaces/cinema/environments/staging/users/only-staging")).status).toBe(200);
    expect(
      outcome(await api("GET", `/v2/spaces/cinema/environments/${development.apiKey}/users/only-staging`)),
    ).toEqual([404, "not-found"]);
    expect(outcome(await api("GET", "/v2/spaces/cinema/environments/qa/users"))).toEqual([404, "not-found"]);
  });

  test("rotate their key at once, or with a grace in which both work", async () => {
    const path = "/v2/spaces/cinema/environments/production";
    const works = async (key: string) =>
      (await server.sdk("POST", "/sdk/v1/events", { events: [] }, { "x-api-key": key })).status === 202;
    const keyNow = async () => (await api("GET", "/v2/spaces/cinema/environments")).body.data[2].apiKey;
    const first = await keyNow();
    const second = (await api("POST", `${path}/api-key`, { graceSeconds: 600 })).body;
    expect(second.previousKeyUntil).not.toBeNull();
    expect([await works(first), await works(second.apiKey)]).toEqual([true, true]);
    const third = (await api("POST", `${path}/api-key`)).body;
    expect([await works(first), await works(second.apiKey), await works(third.apiKey)]).toEqual([
      false,
      false,
      true,
    ]);
    const brief = (await api("POST", `${path}/api-key`, { graceSeconds: 2 })).body;
    await expect.poll(() => works(third.apiKey)).toBe(false);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(brief.previousKeyUntil));
    expect(await works(brief.apiKey)).toBe(true);
  });
});

describe("users", () => {
  test("are upserted, patched and deleted, each with its ETag", async () => {
    const put = await api("PUT", `${users}/u1`, { fields: { plan: "gold", age: 34 }, labels: ["vip"] });
    expect([put.status, put.body.kind]).toEqual([201, "known"]);
    expect(
      (await api("PUT", `${users}/u1`, { fields: { plan: "gold" }, labels: ["vip", "vip"] })).body,
    ).toMatchObject({ fields: { plan: "gold" }, labels: ["vip"] });
    const etag = (await api("GET", `${users}/u1`)).headers.get("etag") ?? "";
    const patched = await api(
      "PATCH",
      `${users}/u1`,
      { fields: { plan: null, city: ["Rome", "Oslo"] } },
      { "if-match": etag },
    );
    expect(patched.body).toMatchObject({ fields: { city: ["Rome", "Oslo"] }, labels: ["vip"] });
    expect(outcome(await api("DELETE", `${users}/u1`, undefined, { "if-match": etag }))).toEqual([
      412,
      "stale",
    ]);
    expect((await api("DELETE", `${users}/u1`)).status).toBe(204);
    expect(outcome(await api("GET", `${users}/u1`))).toEqual([404, "not-found"]);
  });

  test.each([
    ["an unknown member", { feilds: {} }, "/feilds"],
    ["a nested field", { fields: { address: { city: "Rome" } } }, "/fields/address"],
    ["a null in a new user", { fields: { a: null } }, "/fields/a"],
    ["labels that are no list", { labels: "vip" }, "/labels"],
  ])("with %s are refused with its path", async (_name, body, path) => {
    const answer = await api("PUT", `${users}/bad`, body);
    expect(outcome(answer)).toEqual([400, "invalid-body"]);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test("are created once, found by text, label and kind, page by page", async () => {
    for (const [id, plan] of [
      ["anna", "gold"],
      ["bert", "silver"],
      ["cleo", "gold"],
    ] as const) {
      expect((await api("POST", users, { id, fields: { plan }, labels: [plan] })).status).toBe(201);
    }
    expect(outcome(await api("POST", users, { id: "anna" }))).toEqual([409, "conflict"]);
    await api("POST", users, { id: "v1", kind: "visitor" });
    const ids = async (query: string) =>
      (await api("GET", `${users}?${query}`)).body.data.map((one: { id: string }) => one.id);
    expect(await ids("q=GOLD")).toEqual(["anna", "cleo"]);
    expect(await ids("q=er")).toEqual(["bert"]);
    expect(await ids("label=gold")).toEqual(["anna", "cleo"]);
    expect(await ids("kind=visitor")).toEqual(["v1"]);
    const first = (await api("GET", `${users}?limit=3`)).body;
    expect(first.data.length).toBe(3);
    expect(await ids(`limit=3&cursor=${first.next}`)).toEqual(["v1"]);
  });

  test("are imported as JSON and NDJSON; a bad one never sinks the rest", async () => {
    const list = await api("POST", `${users}/import`, [
      { id: "i1" },
      { id: "" },
      { id: "i2", fields: { a: 1 } },
    ]);
    expect(list.body).toMatchObject({ created: 2, updated: 0, rejected: [{ index: 1 }] });
    const lines = ['{"id":"i2","fields":{"a":2}}', "{oops", "", '{"id":"i3"}'].join("\n");
    const ndjson = await api("POST", `${users}/import`, lines, { "content-type": "application/x-ndjson" });
    expect(ndjson.body).toMatchObject({ created: 1, updated: 1, rejected: [{ index: 1 }] });
    expect((await api("GET", `${users}/i2`)).body.fields).toEqual({ a: 2 });
  });

  test("keep what an import's row leaves out", async () => {
    await api("PUT", `${users}/i4`, { fields: { plan: "gold", age: 34 }, labels: ["vip"] });
    const row = async (more: object) => {
      await api("POST", `${users}/import`, [{ id: "i4", ...more }]);
      const { fields, labels } = (await api("GET", `${users}/i4`)).body;
      return { fields, labels };
    };
    const silver = { plan: "silver", age: 34 };
    expect(await row({ fields: { plan: "silver" } })).toEqual({ fields: silver, labels: ["vip"] });
    expect(await row({ labels: [] })).toEqual({ fields: silver, labels: [] });
  });
});

describe("the model", () => {
  const base = "/v2/spaces/cinema";
  const hero = {
    name: "Hero",
    properties: [
      { key: "headline", type: "string", default: "Welcome" },
      { key: "size", type: "select", options: ["s", "l"] },
      { key: "background", type: "color" },
    ],
  };

  test("holds Experience types, which can't be deleted or narrowed while something uses them", async () => {
    const type = (await api("POST", `${base}/experience-types`, hero)).body;
    expect(type).toMatchObject({
      key: "hero",
      properties: [{ key: "headline", default: "Welcome" }, { key: "size" }, { key: "background" }],
    });
    await api("POST", `${base}/collections`, { name: "Homepage" });
    const banner = await api("POST", `${base}/collections/homepage/experiences`, {
      name: "Banner",
      typeId: "hero",
      scenarios: [
        {
          name: "Users",
          audience: { kind: "users" },
          rollout: 12.34,
          schedule: { days: ["mon"], hours: { from: "18:00", to: "02:00" }, timeZone: "Europe/Berlin" },
          serve: { data: { headline: "Hi", size: "l", background: { value: "#c81e4a", opacity: 0.5 } } },
        },
        { serve: { enabled: false } },
      ],
    });
    expect(banner.body).toMatchObject({
      key: "banner",
      typeId: type.id,
      scenarios: [
        { rollout: 12.34, audience: { kind: "users", anyOf: [], noneOf: [] } },
        { name: "Default", serve: { enabled: false, data: {} } },
      ],
    });
    const inUse = await api("DELETE", `${base}/experience-types/hero`);
    expect([...outcome(inUse), inUse.body.detail]).toEqual([
      409,
      "in-use",
      expect.stringContaining("homepage.banner"),
    ]);
    expect(
      outcome(
        await api("PATCH", `${base}/experience-types/hero`, {
          properties: [{ key: "headline", type: "number" }],
        }),
      ),
    ).toEqual([409, "in-use"]);
    const renamed = await api("PATCH", `${base}/experience-types/hero`, {
      name: "Hero banner",
      properties: [...hero.properties, { name: "Sub title", type: "text" }],
    });
    expect(renamed.body.properties[0].id).toBe(type.properties[0].id);
    expect(renamed.body.properties[3].key).toBe("subTitle");
  });

  test("makes a property's key from its name in camelCase, as the console does, and keeps it", async () => {
    const keysOf = ({ body }: { body: { properties: { key: string }[] } }) =>
      body.properties.map(({ key }) => key);
    const named = (...names: string[]) => names.map((name) => ({ name, type: "string" }));
    const names = [
      "Sub title",
      "opensAt",
      "HeadLine",
      "größeÄndern",
      "URL",
      "Opens at",
      "Constructor",
      "映画",
    ];
    const keys = [
      "subTitle",
      "opensAt",
      "headLine",
      "grosseAndern",
      "url",
      "opensAt2",
      "constructor2",
      "yingHua",
    ];
    const made = await api("POST", `${base}/experience-types`, {
      name: "Named",
      properties: named(...names),
    });
    expect(keysOf(made)).toEqual(keys);
    const [subTitle] = made.body.properties;
    const again = await api("PATCH", `${base}/experience-types/named`, {
      properties: [{ ...subTitle, key: undefined, name: "Title" }, ...named(...names.slice(1))],
    });
    expect(keysOf(again)).toEqual(keys);
    expect(again.body.properties.map(({ id }: { id: string }) => id)).toEqual(
      made.body.properties.map(({ id }: { id: string }) => id),
    );
    await api("DELETE", `${base}/experience-types/named`);
  });

  test("makes no property's key of one that another has, wherever that stands", async () => {
    const path = `${base}/experience-types/title`;
    const patch = async (properties: object[]) => {
      const { body } = await api("PATCH", path, { properties });
      return body.properties?.map(({ id, key }: { id: string; key: string }) => ({ id, key })) ?? body.detail;
    };
    const [type, properties] = ["string", [{ name: "Title", type: "string" }]];
    const [{ id }] = (await api("POST", `${base}/experience-types`, { name: "Title", properties })).body
      .properties;
    const other = expect.stringMatching(/^prp_/);
    const both = [
      { id: other, key: "title2" },
      { id, key: "title" },
    ];
    expect(
      await patch([
        { name: "Title", type },
        { id, name: "Title", type },
      ]),
    ).toEqual(both);
    expect(await patch([{ id, name: "Headline", type }])).toEqual([{ id, key: "title" }]);
    expect(
      await patch([
        { name: "Title", type },
        { name: "Headline", type },
      ]),
    ).toEqual(both);
    expect(
      await patch([
        { name: "Title", type },
        { key: "title", type },
      ]),
    ).toEqual(both);
    await api("DELETE", path);
  });

  const scenario = (change: object) => ({
    name: "Bad",
    typeId: "hero",
    scenarios: [{ ...change, serve: { enabled: true } }, { serve: {} }],
  });
  test.each([
    ["rollout above 100", scenario({ rollout: 101 }), "/scenarios/0/rollout"],
    ["rollout in too small a step", scenario({ rollout: 0.005 }), "/scenarios/0/rollout"],
    [
      "an unknown time zone",
      scenario({ schedule: { timeZone: "Mars/Olympus" } }),
      "/scenarios/0/schedule/timeZone",
    ],
    [
      "an end before its start",
      scenario({ schedule: { from: "2026-12-02T00:00:00Z", until: "2026-12-01T00:00:00Z" } }),
      "/scenarios/0/schedule/until",
    ],
    ["an unknown weekday", scenario({ schedule: { days: ["funday"] } }), "/scenarios/0/schedule/days/0"],
    [
      "a Tribe that is not there",
      scenario({ audience: { anyOf: ["ghosts"] } }),
      "/scenarios/0/audience/anyOf/0",
    ],
    [
      "targeting on the default",
      { name: "Bad", typeId: "hero", scenarios: [{ rollout: 50, serve: {} }] },
      "/scenarios/0/rollout",
    ],
    [
      "an id that is there twice",
      {
        name: "Bad",
        typeId: "hero",
        scenarios: [{ id: "scn_a", serve: {} }, { id: "scn_a", serve: {} }, { serve: {} }],
      },
      "/scenarios/1/id",
    ],
    ["no scenario", { name: "Bad", typeId: "hero", scenarios: [] }, "/scenarios"],
    [
      "data of another type",
      { name: "Bad", typeId: "hero", scenarios: [{ serve: { data: { headline: 5 } } }] },
      "/scenarios/0/serve/data/headline",
    ],
    [
      "an option that is not one",
      { name: "Bad", typeId: "hero", scenarios: [{ serve: { data: { size: "xl" } } }] },
      "/scenarios/0/serve/data/size",
    ],
    [
      "a property that is not there",
      { name: "Bad", typeId: "hero", scenarios: [{ serve: { data: { nope: 1 } } }] },
      "/scenarios/0/serve/data/nope",
    ],
    ["a type that is not there", { name: "Bad", typeId: "nope" }, "/typeId"],
    ["a key that is no slug", { name: "Bad", typeId: "hero", key: "../../x" }, "/key"],
  ])("refuses %s, with its path", async (_name, body, path) => {
    const answer = await api("POST", `${base}/collections/homepage/experiences`, body);
    expect(outcome(answer)).toEqual([400, "invalid-body"]);
    expect(answer.body.errors.map((one: { path: string }) => one.path)).toContain(path);
  });

  test("keeps keys unique in a Collection, Sections and their Experiences included", async () => {
    const path = `${base}/collections/homepage`;
    expect(
      outcome(await api("POST", `${path}/experiences`, { name: "B", key: "banner", typeId: "hero" })),
    ).toEqual([409, "conflict"]);
    expect((await api("POST", `${path}/experiences`, { name: "Banner", typeId: "hero" })).body.key).toBe(
      "banner-2",
    );
    expect(
      outcome(
        await api("POST", `${path}/sections`, {
          name: "S",
          typeIds: ["hero"],
          experiences: [{ name: "B", key: "banner", typeId: "hero" }],
        }),
      ),
    ).toEqual([409, "conflict"]);
  });

  test("has Sections whose scenarios order their own Experiences", async () => {
    const path = `${base}/collections/homepage/sections`;
    const made = await api("POST", path, {
      name: "Body",
      typeIds: ["hero"],
      experiences: [
        { key: "promo", name: "Promo", typeId: "hero" },
        { key: "news", name: "News", typeId: "hero" },
      ],
      scenarios: [{ serve: { children: ["news", "promo"] } }],
    });
    const [promo, news] = made.body.experiences;
    expect(made.body.scenarios[0].serve.children).toEqual([news.id, promo.id]);
    const ghost = await api("PATCH", `${path}/body`, {
      scenarios: [{ serve: { children: ["promo", "ghost"] } }],
    });
    expect([...outcome(ghost), ghost.body.errors[0].path]).toEqual([
      400,
      "invalid-body",
      "/scenarios/0/serve/children/1",
    ]);
    const kept = await api("PATCH", `${path}/body`, {
      experiences: [
        { id: news.id, name: "News!", typeId: "hero" },
        { key: "promo", name: "Promo", typeId: "hero" },
      ],
    });
    expect(kept.body.experiences.map((one: { id: string }) => one.id)).toEqual([news.id, promo.id]);
    expect(outcome(await api("DELETE", `${base}/collections/homepage/experiences/promo`))).toEqual([
      409,
      "in-use",
    ]);
    expect((await api("DELETE", `${path}/body`)).status).toBe(204);
  });

  test("refuses a stale write and loses nothing", async () => {
    const path = `${base}/collections/homepage/experiences/banner`;
    const etag = (await api("GET", path)).headers.get("etag") ?? "";
    await api("PATCH", path, { name: "First" }, { "if-match": etag });
    expect(outcome(await api("PATCH", path, { name: "Second" }, { "if-match": etag }))).toEqual([
      412,
      "stale",
    ]);
    expect((await api("GET", path)).body.name).toBe("First");
    expect((await api("GET", `${base}/collections/homepage`)).body.status.production.state).toBe(
      "unpublished",
    );
  });
});

describe("access", () => {
  const as = (token: string) => ({ authorization: `Bearer ${token}` });

  test("takes three roles: a viewer reads, an editor edits, an owner manages", async () => {
    const make = async (role: string) =>
      (await api("POST", "/v2/tokens", { name: role, role })).body.token as string;
    const [viewer, editor, owner] = [await make("viewer"), await make("editor"), await make("owner")];
    const tries: [string, string, unknown][] = [
      ["GET", "/v2/spaces/cinema", undefined],
      ["PUT", `${users}/role-test`, {}],
      ["PATCH", "/v2/spaces/cinema", { name: "Cinema" }],
      ["POST", "/v2/spaces/cinema/environments/staging/api-key", {}],
    ];
    const statuses = async (token: string) =>
      Promise.all(
        tries.map(async ([method, path, body]) => (await api(method, path, body, as(token))).status < 400),
      );
    expect(await statuses(viewer)).toEqual([true, false, false, false]);
    expect(await statuses(editor)).toEqual([true, true, false, false]);
    expect(await statuses(owner)).toEqual([true, true, true, true]);
    expect(outcome(await api("POST", "/v2/tokens", { name: "up", role: "owner" }, as(viewer)))).toEqual([
      403,
      "forbidden",
    ]);
  });

  test("shows a token once, keeps its hash alone, and forgets it when revoked or expired", async () => {
    const made = (await api("POST", "/v2/tokens", { name: "CI" })).body;
    expect((await api("GET", "/v2/me", undefined, as(made.token))).status).toBe(200);
    const listed = (await api("GET", "/v2/tokens")).body.data.find(
      (one: { id: string }) => one.id === made.id,
    );
    expect(listed).not.toHaveProperty("token");
    expect((await api("DELETE", `/v2/tokens/${made.id}`)).status).toBe(204);
    expect(outcome(await api("GET", "/v2/me", undefined, as(made.token)))).toEqual([401, "unauthorized"]);
    const old = await api("POST", "/v2/tokens", { name: "old", expiresAt: "2020-01-01T00:00:00Z" });
    expect([...outcome(old), old.body.errors]).toEqual([
      400,
      "invalid-body",
      [{ path: "/expiresAt", detail: expect.stringMatching(/^must be in the future; it is \S+Z here$/) }],
    ]);
  });

  test("hides what the caller is no member of", async () => {
    const theirs = (await api("POST", "/v2/orgs", { name: "Theirs" })).body.id;
    const me = (await api("GET", "/v2/me")).body.account.id;
    const other = (
      await api("POST", `/v2/orgs/${theirs}/members`, {
        name: "Other",
        email: "o@example.com",
        role: "owner",
      })
    ).body.accountId;
    await api("POST", "/v2/spaces", { orgId: theirs, name: "Hidden", key: "hidden" });
    await api("DELETE", `/v2/orgs/${theirs}/members/${me}`);
    expect(other).toBeTruthy();
    for (const path of [`/v2/orgs/${theirs}`, "/v2/spaces/hidden", "/v2/spaces/hidden/environments"]) {
      expect(outcome(await api("GET", path)), path).toEqual([404, "not-found"]);
    }
    expect(
      (await api("GET", "/v2/spaces")).body.data.some((one: { key: string }) => one.key === "hidden"),
    ).toBe(false);
  });

  test.each([
    ["no token", {}, "unauthorized"],
    ["a token that is not known", { authorization: "Bearer nonsense" }, "unauthorized"],
    ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }, "unauthorized"],
    ["an organization's shared secret", { "x-organization-secret": "s3cret" }, "shared-secret-removed"],
    ["a shared secret as a scheme", { authorization: "Secret s3cret" }, "shared-secret-removed"],
  ])("with %s is 401", async (_name, headers, code) => {
    const response = await fetch(new URL("/v2/orgs", server.platformUrl), {
      headers: headers as Record<string, string>,
    });
    expect([response.status, (await response.json()).code]).toEqual([401, code]);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test("gives the console a cookie for a one-time address, once", async () => {
    const { url } = (await api("POST", "/v2/console/launch", {})).body;
    const first = await fetch(url, { redirect: "manual" });
    const cookie = first.headers.get("set-cookie") ?? "";
    expect([first.status, first.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/#console=\w{32}$/),
    ]);
    expect(cookie).toMatch(/^understudy_\d+=\w{32}; .*HttpOnly; SameSite=Strict$/);
    const second = await fetch(url, { redirect: "manual" });
    expect([second.headers.get("location"), second.headers.get("set-cookie")]).toEqual(["/welcome", null]);
  });

  test("of a viewer opens the console with a viewer's rights", async () => {
    const viewer = (await api("POST", "/v2/tokens", { name: "v", role: "viewer" })).body.token;
    const { url } = (await api("POST", "/v2/console/launch", {}, as(viewer))).body;
    const headers = await openConsole(url);
    const me = await (await fetch(new URL("/v2/me", server.platformUrl), { headers })).json();
    expect(me.organizations.map((one: { role: string }) => one.role)).toEqual(
      me.organizations.map(() => "viewer"),
    );
  });
});

describe("version 1", () => {
  test("answers as version 2 does, says that it is deprecated, and can be gone", async () => {
    const old = await api("GET", "/v1.0/spaces/cinema/users");
    expect(old.status).toBe(200);
    expect(old.headers.get("deprecation")).toBe("@1643673600");
    expect(old.headers.get("link")).toBe(
      '</v2/spaces/cinema/environments/production/users>; rel="successor-version"',
    );
    expect((await api("GET", "/v1.0/orgs")).body.data.map((one: { id: string }) => one.id)).toContain(orgId);
    for (const path of ["", "/", "/ana", "/ana/explain"]) {
      const wrong = await api("GET", `/v2/spaces/cinema/users${path}`);
      expect(outcome(wrong), path).toEqual([404, "environment-required"]);
      expect(wrong.body.detail).toContain("/v2/spaces/cinema/environments/production/users");
    }
    await api("PATCH", "/v2/settings", { legacyApi: "gone" });
    const gone = await api("GET", "/v1.0/orgs");
    expect([...outcome(gone), gone.headers.get("link")]).toEqual([
      410,
      "gone",
      '</v2/orgs>; rel="successor-version"',
    ]);
    await api("PATCH", "/v2/settings", { legacyApi: "deprecated" });
  });
});

describe("bodies and paths", () => {
  test.each([
    ["broken JSON", "{", { "content-type": "application/json" }, 400, "invalid-json"],
    ["another media type", "name=x", { "content-type": "text/plain" }, 415, "unsupported-media-type"],
    ["no body", undefined, {}, 400, "invalid-body"],
    [
      "too large a body",
      JSON.stringify({ name: "x".repeat(5_000_000) }),
      { "content-type": "application/json" },
      413,
      "too-large",
    ],
  ])("%s is refused", async (_name, body, headers, status, code) => {
    expect(outcome(await api("POST", "/v2/orgs", body, headers))).toEqual([status, code]);
  });

  test("a method that a path does not take is 405 with those that it takes", async () => {
    const answer = await api("DELETE", "/v2/orgs");
    expect([...outcome(answer), answer.headers.get("allow")]).toEqual([
      405,
      "method-not-allowed",
      "GET, HEAD, POST",
    ]);
    expect(outcome(await api("GET", "/v2/nothing/here"))).toEqual([404, "not-found"]);
  });
});

test("the clock is moved, frozen and freed", async () => {
  expect((await api("PUT", "/v2/clock", { mode: "frozen", at: "2026-12-24T18:00:00Z" })).body).toEqual({
    mode: "frozen",
    at: "2026-12-24T18:00:00.000Z",
  });
  const before = Date.now();
  const moved = (await api("PUT", "/v2/clock", { mode: "offset", seconds: 86_400 })).body;
  const at = Date.parse(moved.at) - 86_400_000;
  expect([at >= before, at <= Date.now()]).toEqual([true, true]);
  expect((await api("PUT", "/v2/clock", { mode: "system" })).body.mode).toBe("system");
  expect(outcome(await api("PUT", "/v2/clock", { mode: "backwards" }))).toEqual([400, "invalid-body"]);
});

test("accounts are of the real time, however the clock was moved, as sign-ins are", async () => {
  await api("PUT", "/v2/clock", { mode: "offset", seconds: -8 * 86_400 });
  const added = await api("POST", `/v2/orgs/${orgId}/members`, { name: "Mia", role: "viewer" });
  await api("PUT", "/v2/clock", { mode: "system" });
  const { accountId } = added.body;
  const { data } = (await api("GET", "/v2/accounts")).body;
  const made = data.find(({ id }: { id: string }) => id === accountId);
  expect(Date.now() - Date.parse(made.createdAt)).toBeLessThan(86_400_000);
  await api("DELETE", `/v2/accounts/${accountId}`);
});

test.each([
  ["/v2/openapi.json", 20],
  ["/v2/openapi-sdk.json", 2],
])(
  "%s describes a plane in OpenAPI 3.1, every reference resolved, every body with an example",
  async (path, least) => {
    const { body: document } = await api("GET", path);
    expect(document.openapi).toBe("3.1.0");
    const text = JSON.stringify(document);
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty(name);
    const operations = Object.values<
      Record<string, { operationId?: string; requestBody?: { content: Record<string, { schema: object }> } }>
    >(document.paths).flatMap(Object.values);
    // A file has no example.
    const bodies = operations.filter((one) => one.requestBody?.content["application/json"] !== undefined);
    expect(bodies.length).toBeGreaterThan(least);
    for (const { operationId, requestBody } of bodies) {
      const schema = requestBody?.content["application/json"]?.schema as { $ref?: string; example?: unknown };
      const resolved =
        schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
      expect(resolved.example, operationId).toBeDefined();
    }
  },
);
