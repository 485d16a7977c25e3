import { afterAll, beforeAll, expect, test } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
const base = "/v2/spaces/my-first-space";
const home = `${base}/collections/home`;
beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
  await api("POST", `${base}/experience-types`, { name: "Hero", properties: [{ key: "a", type: "string" }] });
  await api("POST", `${base}/collections`, { name: "Home" });
  await api("POST", `${home}/sections`, {
    name: "Body",
    typeIds: ["hero"],
    experiences: [{ key: "promo", name: "Promo", typeId: "hero" }],
  });
});
afterAll(() => server.remove());

const ids = (items: readonly { id: string }[]) => new Set(items.map((item) => item.id));

test("a Section can't take the key of an Experience in it", async () => {
  const answer = await api("PATCH", `${home}/sections/body`, { key: "promo" });
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
});

test("a Section keeps the types of its Experiences, and says so of the member that was sent", async () => {
  const answer = await api("PATCH", `${home}/sections/body`, { typeIds: [] });
  expect(answer.body.errors).toEqual([{ path: "/typeIds", detail: "must keep hero: promo is of this type" }]);
});

test("a value that does not fit its property is told part by part", async () => {
  const type = { name: "Box", properties: [{ key: "back", type: "color", default: { value: "red" } }] };
  const paths = ({ body }: Awaited<ReturnType<typeof api>>) =>
    body.errors.map((one: { path: string }) => one.path);
  const inDefault = "/properties/0/default";
  expect(paths(await api("POST", `${base}/experience-types`, type))).toEqual([
    `${inDefault}/value`,
    `${inDefault}/opacity`,
  ]);
  await api("POST", `${base}/experience-types`, {
    name: "Box",
    properties: [{ key: "back", type: "color" }],
  });
  const scenarios = [{ serve: { data: { back: { value: "#ff00ff", alpha: 1 } } } }];
  const inData = "/scenarios/0/serve/data/back";
  const made = await api("POST", `${home}/experiences`, { name: "Box", typeId: "box", scenarios });
  expect(paths(made)).toEqual([`${inData}/opacity`, `${inData}/alpha`]);
});

test("an Experience that a write names by its id keeps it, though one before it has the key that it had", async () => {
  const made = await api("POST", `${home}/sections`, {
    name: "Keys",
    typeIds: ["hero"],
    experiences: [{ key: "first", name: "First", typeId: "hero" }],
  });
  const [{ id }] = made.body.experiences;
  const written = await api("PATCH", `${home}/sections/keys`, {
    experiences: [
      { key: "first", name: "New", typeId: "hero" },
      { id, key: "second", name: "Was first", typeId: "hero" },
    ],
  });
  expect(written.body.experiences[1].id).toBe(id);
  expect(written.body.experiences[0].id).not.toBe(id);
});

test("an id that a write names twice goes to one Experience, and to one property", async () => {
  const promo = (await api("GET", `${home}/sections/body`)).body.experiences[0].id;
  const section = await api("PATCH", `${home}/sections/body`, {
    experiences: [
      { id: promo, key: "one", name: "One", typeId: "hero" },
      { id: promo, key: "two", name: "Two", typeId: "hero" },
    ],
  });
  expect(section.body.experiences[0].id).toBe(promo);
  expect(ids(section.body.experiences).size).toBe(2);

  const before = (await api("GET", `${base}/experience-types/hero`)).body.properties[0].id;
  const type = await api("PATCH", `${base}/experience-types/hero`, {
    properties: [
      { id: before, key: "b", type: "string" },
      { key: "a", type: "string" },
    ],
  });
  expect(type.body.properties[0].id).toBe(before);
  expect(ids(type.body.properties).size).toBe(2);
});

test("what the API has written opens again", async () => {
  await server.stop();
  const { dataDir } = server;
  server = await startServerHere({ dataDir });
  expect((await server.api("GET", home)).status).toBe(200);
});
