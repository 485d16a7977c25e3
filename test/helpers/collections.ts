import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { EnvironmentKey } from "../../src/core/primitives.ts";
import { sharedConsole, type TestConsole } from "./console.ts";

/** A console for the tests of a file, and Spaces that have something to target and to publish. */
export function collectionsConsole() {
  let app: TestConsole;
  beforeAll(async () => {
    app = await sharedConsole();
  });
  afterAll(() => app?.close());
  afterEach(async () => expect(await app.verify()).toEqual([]));

  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await app.server.api(method, `/v2/spaces/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const newSpace = async () => (await app.newSpace()).key;
  const hero = (space: string) => api("GET", `${space}/collections/homepage/experiences/hero`);
  return {
    /** Calls the server, below `/v2/spaces/`. */
    api,
    /** The key of an empty Space of the test's own. */
    newSpace,
    /** A Space with a Collection `homepage` that has the Experience `hero` with two scenarios, two Tribes and three users. */
    cinema: async () => layCinema(api, await newSpace()),
    hero,
    headlines: async (space: string) =>
      (await hero(space)).scenarios.map(
        (row: { serve: { data: { headline?: string } } }) => row.serve.data.headline,
      ),
    /** Gives a cinema's Homepage a Section `body` that shows two Experiences. */
    addBody: (space: string) =>
      api("POST", `${space}/collections/homepage/sections`, {
        name: "Body",
        typeIds: ["hero"],
        experiences: [
          { name: "Drama week", typeId: "hero" },
          { name: "Family Sunday", typeId: "hero" },
        ],
        scenarios: [{ serve: { children: ["drama-week", "family-sunday"] } }],
      }),
    /** What that Section shows, by name and in order. */
    children: async (space: string): Promise<(string | undefined)[]> => {
      const { experiences, scenarios } = await api("GET", `${space}/collections/homepage/sections/body`);
      const nameOf = (id: string) => experiences.find((one: { id: string }) => one.id === id)?.name;
      return scenarios[0].serve.children.map(nameOf);
    },
    /** Opens the page, signed in. `path` is below `collections`. */
    open: async (space: string, path = "", environment: EnvironmentKey = "development"): Promise<Page> =>
      app.open({ key: space }, path === "" ? "collections" : `collections/${path}`, {
        environment,
        viewport: { width: 1440, height: 900 },
        level: path.includes("?publish") ? 2 : 1,
      }),
  };
}

type Api = ReturnType<typeof collectionsConsole>["api"];

async function layCinema(api: Api, space: string): Promise<string> {
  const properties = [
    { key: "headline", type: "string", default: "Welcome" },
    { key: "background", type: "color" },
    { key: "seats", type: "number" },
  ];
  await api("POST", `${space}/experience-types`, { name: "Hero", properties });
  for (const [name, plan] of [
    ["Gold members", "gold"],
    ["Silver members", "silver"],
  ])
    await api("POST", `${space}/tribes`, { name, rules: { field: "plan", op: "equals", value: plan } });
  await api("POST", `${space}/collections`, { name: "Homepage" });
  await api("POST", `${space}/collections/homepage/experiences`, {
    name: "Hero",
    typeId: "hero",
    scenarios: [
      {
        name: "Silver first",
        audience: { anyOf: ["silver-members"] },
        serve: { data: { headline: "Silver" } },
      },
      { name: "Gold first", audience: { anyOf: ["gold-members"] }, serve: { data: { headline: "Gold" } } },
      { serve: { data: { headline: "Tonight at seven" } } },
    ],
  });
  for (const environment of ["development", "staging", "production"])
    for (const [id, plan] of [
      ["ana-ribeiro", "gold"],
      ["jonas-weber", "silver"],
      ["omar-haddad", "free"],
    ])
      await api("PUT", `${space}/environments/${environment}/users/${id}`, { fields: { plan } });
  return space;
}

export const head = (page: Page) => page.locator(".page-head");
export const named = (page: Page, name: string) =>
  page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
/** Takes back what one message says: an older message's way back may still be there. */
export const undo = (page: Page, said: string | RegExp) =>
  page.locator(".toast", { hasText: said }).getByRole("button", { name: /^Undo/ }).click();
export const saved = (page: Page) => page.getByText("All changes saved").waitFor();
const row = (page: Page, name: string) =>
  page.locator("ol.scenarios > li").filter({ has: page.getByRole("button", { name, exact: true }) });
export const openRow = (page: Page, name: string) =>
  row(page, name).getByRole("button", { name, exact: true }).click();
export const order = (page: Page) => page.locator("ol.scenarios .scn-name").allTextContents();
/** What was done is told before its dialog is gone, which takes keys as long as it is there. */
export const noDialog = async (page: Page) => {
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
};
