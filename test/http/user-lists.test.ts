import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { startSession } from "../helpers/targeting-setup.ts";

let server: TestServer;
let api: TestServer["api"];
let users: string;
let environment: string;

beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
  environment = `/v2/spaces/${server.spaceKey}/environments/development`;
  users = `${environment}/users`;
  const at = (time: string) => api("PUT", "/v2/clock", { mode: "frozen", at: `2026-11-20T${time}:00Z` });
  const put = (id: string, plan: string) => api("PUT", `${users}/${id}`, { fields: { plan } });
  await at("10:00");
  await put("ana", "gold");
  await put("count", "gold");
  await at("11:00");
  await put("ben", "free");
  await startSession(server, { anonymousId: "v-1" });
  await at("12:00");
  await startSession(server, { userId: "ana" });
  await api("PUT", "/v2/clock", { mode: "system" });
  await api("POST", `/v2/spaces/${server.spaceKey}/tribes`, {
    name: "Gold",
    rules: { field: "plan", op: "equals", value: "gold" },
  });
});
afterAll(() => server.remove());

/** Ids of all pages of one user each. */
async function ids(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await api("GET", `${users}?limit=1${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.data.map((one: { id: string }) => one.id));
    if (body.next === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.next)}`;
  }
}

describe("The list of users", () => {
  it.each<[query: string, want: string[]]>([
    ["", ["ana", "ben", "count", "v-1"]],
    ["&order=desc", ["count", "ben", "ana", "v-1"]],
    ["&sort=createdAt", ["ana", "count", "v-1", "ben"]],
    ["&sort=createdAt&order=desc", ["ben", "v-1", "count", "ana"]],
    ["&sort=lastSeenAt", ["v-1", "ana", "ben", "count"]],
    ["&sort=lastSeenAt&order=desc", ["ana", "v-1", "count", "ben"]],
    ["&sort=lastSeenAt&kind=known", ["ana", "ben", "count"]],
    ["&sort=createdAt&order=desc&q=gold", ["count", "ana"]],
    ["&sort=lastSeenAt&tribe=gold", ["ana", "count"]],
    ["&order=desc&tribe=gold", ["count", "ana"]],
  ])("%s", async (query, want) => {
    expect(await ids(query)).toEqual(want);
  });

  it("refuses a cursor of another order, and an order that is not there", async () => {
    const { next } = (await api("GET", `${users}?limit=1&sort=createdAt`)).body;
    for (const query of [
      `cursor=${next}`,
      `sort=createdAt&order=desc&cursor=${next}`,
      "sort=plan",
      "order=up",
    ]) {
      const answer = await api("GET", `${users}?${query}`);
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, "invalid-query"]);
    }
  });
});

describe("The count of users", () => {
  it.each<[query: string, want: [users: number, visitors: number]]>([
    ["", [3, 1]],
    ["?kind=visitor", [0, 1]],
    ["?kind=known", [3, 0]],
    ["?q=free", [1, 0]],
    ["?q=V-1", [0, 1]],
    ["?label=vip", [0, 0]],
    ["?tribe=gold", [2, 0]],
    ["?tribe=gold&kind=visitor", [0, 0]],
  ])("%s", async (query, [known, visitors]) => {
    const { body } = await api("GET", `${environment}/user-count${query}`);
    expect(body).toEqual({ users: known, visitors });
  });

  it("refuses what is not there, and takes no user's place", async () => {
    expect((await api("GET", `${environment}/user-count?tribe=none`)).status).toBe(404);
    expect((await api("GET", `${environment}/user-count?limit=1`)).status).toBe(400);
    expect((await api("GET", `${users}/count`)).body.id).toBe("count");
  });
});

describe("A user who was deleted", () => {
  it("can be put back with fields and labels, as a new one", async () => {
    await api("PUT", `${users}/eva`, { fields: { plan: "gold", tags: ["a", 2] }, labels: ["vip"] });
    const before = (await api("GET", `${users}/eva`)).body;
    expect((await api("DELETE", `${users}/eva`)).status).toBe(204);
    const { fields, labels } = before;
    const back = await api("PUT", `${users}/eva`, { fields, labels });
    expect([back.status, back.body.fields, back.body.labels]).toEqual([201, fields, labels]);
    expect((await api("GET", `${users}/eva`)).body).toEqual(back.body);
    expect(await ids("&sort=createdAt&order=desc&kind=known")).toEqual(["eva", "ben", "count", "ana"]);
    expect((await api("GET", `${environment}/user-count`)).body).toEqual({ users: 4, visitors: 1 });
  });
});
