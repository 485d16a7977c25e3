import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedConsole, type TestConsole } from "../helpers/console.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** What a screen reader finds, with what differs from run to run left out. */
async function read(page: Page, part: string): Promise<string> {
  const text = await page.locator(part).ariaSnapshot();
  return text
    .replaceAll(/us_(dev|stg|prd)_[\w…]+/g, "us_$1_key")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:port")
    .replaceAll(/\d+\.\d+\.\d+\.\d+:\d+/g, "address")
    .replaceAll(/\d\d:\d\d(:\d\d)?/g, "time")
    .replaceAll(/\/(private\/)?tmp\/[\w-]+/g, "folder");
}

describe("what a screen reader finds", () => {
  it("around every page", async () => {
    const page = await app.open(await app.newSpace("Aria one"), "overview");
    await page.getByText("Waiting for your first event").waitFor();
    for (const list of ["Collections", "Tribes", "Users", "Personas"])
      await page.getByRole("link", { name: new RegExp(`^${list}\\s*0$`) }).waitFor();
    await page
      .getByText(/^0 sessions$/)
      .or(page.getByText("sessions"))
      .first()
      .waitFor();
    expect(await read(page, ".rail")).toMatchInlineSnapshot(`
      "- navigation "Main":
        - button "Space Aria one, switch": Aria one
        - link "Overview":
          - /url: /spaces/aria-one/development/overview
        - link "Collections 0":
          - /url: /spaces/aria-one/development/collections
        - link "Tribes 0":
          - /url: /spaces/aria-one/development/tribes
        - link "Users 0":
          - /url: /spaces/aria-one/development/users
        - link "Events":
          - /url: /spaces/aria-one/development/events
        - link "Preview":
          - /url: /spaces/aria-one/development/preview
        - link "Personas 0":
          - /url: /spaces/aria-one/development/personas
        - link "Stage":
          - /url: /spaces/aria-one/development/stage
        - link "Code":
          - /url: /spaces/aria-one/development/code
        - link "Settings":
          - /url: /spaces/aria-one/development/settings
        - text: Local operator owner"
    `);
    expect(await read(page, ".bar")).toMatchInlineSnapshot(`
      "- banner:
        - radiogroup "Environment":
          - radio "Development" [checked]
          - radio "Staging"
          - radio "Production"
        - text: us_dev_key
        - button "Copy the API key of Development"
        - status
        - button "Search or run a command"
        - 'button "Appearance: as the system, regular"'"
    `);
  });

  it("on the Overview", async () => {
    const page = await app.open(await app.newSpace("Aria two"), "overview");
    await page.getByText("Waiting for your first event").waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    await page.getByRole("region", { name: "curl snippet" }).waitFor();
    // The figures are asked for by themselves.
    await expect.poll(() => page.locator(".fig-n").allTextContents()).toEqual(["0.0", "0", "0", "0"]);
    expect(await read(page, "main")).toMatchInlineSnapshot(`
      "- main:
        - heading "Aria two" [level=1]
        - text: in Development
        - link "Pair a phone or TV":
          - /url: /spaces/aria-two/development/settings#network
        - text: 0.0 events a second 0 sessions connected 0 events kept 0 rejected
        - heading "Connect an app" [level=2]
        - text: any tool that can send a request will do
        - tablist "Platform or tool":
          - tab "TypeScript"
          - tab "JavaScript"
          - tab "Swift"
          - tab "Kotlin"
          - tab "BrightScript"
          - tab "Browser"
          - tab "curl" [selected]
          - tab "Segment Node"
          - tab "Segment web"
          - tab "OpenFeature"
        - list:
          - listitem:
            - text: "1"
            - heading "Copy the Development key" [level=3]
            - text: it selects this environment
            - button "Copy key"
            - status
          - listitem:
            - text: "2"
            - heading "Send a first event" [level=3]
            - text: paste this in a terminal; the key is in it
          - listitem:
            - tabpanel "curl":
              - region "curl snippet": "curl http://127.0.0.1:port/sdk/v1/events \\\\ -H 'X-API-Key: us_dev_key' \\\\ -H 'Content-Type: application/json' \\\\ -d '{\\"sentAt\\": \\"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'\\", \\"events\\":[{ \\"name\\": \\"movie/watched\\", \\"time\\": \\"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'\\", \\"userId\\": \\"ana-ribeiro\\", \\"metadata\\": {\\"pair1\\": {\\"key\\": \\"genre\\", \\"value\\": \\"drama\\"}} }]}'"
              - button "Copy the curl snippet"
              - status
          - listitem:
            - text: "3"
            - heading "Waiting for your first event" [level=3]
            - text: this line turns green by itself
        - region "API keys":
          - heading "API keys" [level=2]
          - link "Rotate in Settings":
            - /url: /spaces/aria-two/development/settings#keys
          - list:
            - listitem:
              - text: Development us_dev_key
              - button "Copy the Development key"
              - status
            - listitem:
              - text: Staging us_stg_key
              - button "Copy the Staging key"
              - status
            - listitem:
              - text: Production us_prd_key
              - button "Copy the Production key"
              - status"
    `);
  });

  it("on Code", async () => {
    const page = await app.open(await app.newSpace("Aria three"), "code");
    await page.getByRole("heading", { level: 2, name: /index\.ts/ }).waitFor();
    expect(await read(page, "nav.side")).toMatchInlineSnapshot(`
      "- navigation "Generated files":
        - heading "Files" [level=2]
        - tree "Files":
          - treeitem "aria-three" [expanded] [level=1]
          - treeitem "fallbacks.ts" [level=2]
          - treeitem "index.ts" [level=2] [selected]
          - treeitem "understudy" [expanded] [level=1]
          - treeitem "index.d.ts" [level=2]
          - treeitem "index.js" [level=2]
          - treeitem "react.d.ts" [level=2]
          - treeitem "react.js" [level=2]"
    `);
    expect(await read(page, ".page-head")).toMatchInlineSnapshot(`
      "- heading "Code" [level=1]
      - text: 6 files not exported yet from this browser
      - button "Write into a folder…"
      - button "Export zip""
    `);
    expect(await read(page, ".code-bar:has([role=radiogroup])")).toMatchInlineSnapshot(`
      "- radiogroup "Language":
        - radio "TypeScript for Browser" [checked]
        - radio "JavaScript for Browser"
        - radio "Swift for iOS"
        - radio "Kotlin for Android"
        - radio "BrightScript for Roku"
      - code: understudy update
      - button "Copy “understudy update”"
      - status"
    `);
  });

  it("in Settings", async () => {
    const page = await app.open(await app.newSpace("Aria four"), "settings");
    await page.getByLabel("Client secret").waitFor();
    await page.getByRole("button", { name: "Rotate the Production key…" }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const sections = await page
      .locator("main section")
      .evaluateAll((all) =>
        all.map((one) => document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent),
      );
    expect(sections).toMatchInlineSnapshot(`
      [
        "Space",
        "API keys",
        "People",
        "Access tokens",
        "Signed-in clients",
        "Browsers",
        "Signing in",
        "Phones and TVs",
        "Clock",
        "Snapshots",
        "Accounts",
        "Audit log",
        "Service",
        "This copy",
        "Delete this Space",
      ]
    `);
    expect(await read(page, "#keys")).toMatchInlineSnapshot(`
      "- region "API keys":
        - heading "API keys" [level=2]
        - text: an SDK's key selects its environment; keys are public, they ship in apps
        - list:
          - listitem:
            - text: Development us_dev_key
            - button "Copy the Development key"
            - status
            - button "Rotate the Development key…": Rotate…
          - listitem:
            - text: Staging us_stg_key
            - button "Copy the Staging key"
            - status
            - button "Rotate the Staging key…": Rotate…
          - listitem:
            - text: Production us_prd_key
            - button "Copy the Production key"
            - status
            - button "Rotate the Production key…": Rotate…"
    `);
  });
});
