import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedConsole, type TestConsole } from "../helpers/console.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());

it("loads less than 350 kB of script, gzipped and in a handful of files, for the first route, and the other pages only when they are opened", async () => {
  const page = await app.open(await app.newSpace(), "overview");
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.endsWith(".js")),
    );
  const first = await scripts();
  expect(first.length).toBeLessThan(10);
  const sizes = first.map(
    async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length,
  );
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(350_000);
  await page.getByRole("link", { name: /^Collections/ }).click();
  await page.getByRole("heading", { level: 1, name: "Collections" }).waitFor();
  await expect.poll(async () => (await scripts()).length).toBeGreaterThan(first.length);
  expect(await app.verify()).toEqual([]);
});
