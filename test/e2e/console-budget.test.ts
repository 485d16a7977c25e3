import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startConsole, type TestConsole } from "../helpers/console.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await startConsole();
});
afterAll(() => app?.close());

it("loads less than 350 kB of script, gzipped, for the first route, and the other pages only when they are opened", async () => {
  const space = await app.newSpace();
  const page = await app.open(space, "settings");
  const loaded = new Map<string, Promise<Buffer>>();
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script") loaded.set(answer.url(), answer.body());
  });
  await page.goto(page.url().replace("/settings", "/overview"));
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  const bodies = await Promise.all(loaded.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(350_000);
  const first = loaded.size;
  await page.getByRole("link", { name: /^Collections/ }).click();
  await page.getByRole("heading", { level: 1, name: "Collections" }).waitFor();
  expect(loaded.size).toBeGreaterThan(first);
  expect(await app.verify()).toEqual([]);
});
