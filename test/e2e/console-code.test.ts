import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { hasFocus } from "../helpers/keyboard.ts";

let app: TestConsole;
let space: TestSpace;

beforeAll(async () => {
  app = await sharedConsole();
  space = await app.newSpace();
  const base = `/v2/spaces/${space.key}`;
  await app.server.api("POST", `${base}/experience-types`, {
    name: "Hero",
    properties: [{ key: "headline", type: "string", default: "Welcome" }],
  });
  await app.server.api("POST", `${base}/collections`, { name: "Homepage" });
  await app.server.api("POST", `${base}/collections/homepage/experiences`, {
    name: "Banner",
    typeId: "hero",
  });
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const fileButton = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Generated files" }).getByRole("treeitem", { name });

/** A folder of the browser's own, which stands in for the one that a person would pick. */
const givePickedFolder = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("picked", { create: true });
    Object.assign(window, { showDirectoryPicker: async () => folder });
  });
const textIn = (page: Page, path: string) =>
  page.evaluate(async (wanted) => {
    const root = await navigator.storage.getDirectory();
    let folder = await root.getDirectoryHandle("picked");
    const parts = wanted.split("/");
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
    return (await (await folder.getFileHandle(parts.at(-1) ?? "")).getFile()).text();
  }, path);
const writeIn = (page: Page, path: string, text: string) =>
  page.evaluate(
    async ([wanted = "", content = ""]) => {
      const root = await navigator.storage.getDirectory();
      let folder = await root.getDirectoryHandle("picked");
      const parts = wanted.split("/");
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
      const stream = await (await folder.getFileHandle(parts.at(-1) ?? "")).createWritable();
      await stream.write(content);
      await stream.close();
    },
    [path, text],
  );

describe("Code", () => {
  it("shows the files that would be written, by keyboard too", async () => {
    const page = await app.open(space, "code");
    await page.getByRole("heading", { name: `${space.key}/index.ts` }).waitFor();
    await fileButton(page, "index.ts").focus();
    await page.keyboard.press("ArrowUp");
    await hasFocus(fileButton(page, "fallbacks.ts"));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `${space.key}/fallbacks.ts` }).waitFor();
    await page.getByRole("radio", { name: /JavaScript/ }).click();
    await page.getByRole("heading", { name: `${space.key}/index.js` }).waitFor();
    await page.waitForURL(/target=browser\.javascript/);
    await page.getByRole("radio", { name: /TypeScript/ }).click();
  });

  it("exports a zip that holds just these files, and tells what changed since", async () => {
    const page = await app.open(space, "code?target=browser.typescript");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export zip" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${space.key}-typescript.zip`);
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const { body } = await app.server.api("POST", `/v2/spaces/${space.key}/codegen`, {
      platform: "browser",
      lang: "typescript",
    });
    const paths = body.files.map(({ path }: { path: string }) => path);
    expect(Object.keys(files).sort()).toEqual([...paths].sort());

    await page.getByText(/^No change since/).waitFor();
    await app.server.api("POST", `/v2/spaces/${space.key}/collections/homepage/experiences`, {
      name: "Footer",
      typeId: "hero",
    });
    await page.getByRole("button", { name: /^\d changes? since/ }).click();
    await fileButton(page, "homepage.ts").click();
    await page.locator(".line-ins", { hasText: "footer" }).first().waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^\d changes? since/ }).waitFor();
  });

  it("writes into a folder, and asks before it overwrites what was edited", async () => {
    const page = await app.open(space, "code?target=browser.javascript");
    await page.getByRole("heading", { name: `${space.key}/index.js` }).waitFor();
    await givePickedFolder(page);
    const write = page.getByRole("button", { name: "Write into a folder…" });
    await write.click();
    await page.getByRole("button", { name: /^Write \d+ files$/ }).click();
    await page.getByText("Wrote the code into “picked”").waitFor();
    const generated = await textIn(page, `${space.key}/index.js`);
    expect(generated).toContain("Generated by Understudy");

    await writeIn(page, `${space.key}/index.js`, "// mine\n");
    await write.click();
    await page.getByText("was edited by hand", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Write 1 file" }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await textIn(page, `${space.key}/index.js`)).toBe("// mine\n");

    await write.click();
    await page.getByLabel("Overwrite 1 file edited by hand").check();
    await page.getByRole("button", { name: "Write 1 file" }).click();
    await expect.poll(() => textIn(page, `${space.key}/index.js`)).toBe(generated);
  });
});
