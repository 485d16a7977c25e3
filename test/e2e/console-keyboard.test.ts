import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ownConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { hasFocus, press, tabTo } from "../helpers/keyboard.ts";
import { startTestServer } from "../helpers/server.ts";

// By keyboard alone, as in operator-tasks.test.ts: nothing in this file clicks.

let app: TestConsole;
beforeAll(async () => {
  app = await ownConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await app.server.api(method, `/v2/spaces/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

/** A Space with a Homepage that has a Hero, a Tribe of gold members, and two users. */
async function cinema(): Promise<TestSpace> {
  const space = await app.newSpace();
  await call("POST", `${space.key}/experience-types`, {
    name: "Hero",
    properties: [{ key: "headline", type: "string", default: "Welcome" }],
  });
  const rules = { field: "plan", op: "equals", value: "gold" };
  await call("POST", `${space.key}/tribes`, { name: "Gold members", rules });
  await call("POST", `${space.key}/collections`, { name: "Homepage" });
  await call("POST", `${space.key}/collections/homepage/experiences`, { name: "Hero", typeId: "hero" });
  for (const [id, plan] of [
    ["ana-ribeiro", "gold"],
    ["omar-haddad", "free"],
  ])
    await call("PUT", `${space.key}/environments/development/users/${id}`, { fields: { plan } });
  return space;
}

describe("by keyboard alone", () => {
  it("go on through a restart of the server in the middle of an edit", async () => {
    const space = await cinema();
    const page = await app.open(space, "collections/homepage/hero");
    await press(page, page.getByRole("button", { name: "Default", exact: true }));
    await tabTo(page, page.getByLabel("headline", { exact: true }));
    const { server } = app;
    await server.stop("SIGKILL");
    await page.keyboard.type("Written in the dark");
    await page.getByText("Not saved yet: kept here and tried again").waitFor();
    const portOf = (url: string) => Number(new URL(url).port);
    const again = await startTestServer({
      dataDir: server.dataDir,
      port: portOf(server.platformUrl),
      sdkPort: portOf(server.sdkUrl),
    });
    try {
      await page.getByText("All changes saved").waitFor();
      await hasFocus(page.getByLabel("headline", { exact: true }));
      const { body } = await again.api(
        "GET",
        `/v2/spaces/${space.key}/collections/homepage/experiences/hero`,
      );
      expect(body.scenarios[0].serve.data.headline).toBe("Written in the dark");
    } finally {
      await again.stop();
    }
  });
});
