import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../helpers/browser.ts";
import { sharedConsole, type TestConsole, type TestSpace } from "../helpers/console.ts";
import { press, tabTo } from "../helpers/keyboard.ts";
import { keepToasts } from "../helpers/toasts.ts";

let app: TestConsole;
beforeAll(async () => {
  app = await sharedConsole();
});
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

const open = (space: TestSpace) => app.open(space, "events");
const drama = {
  name: "movie/watched",
  metadata: { pair1: { key: "genre", value: "drama" } },
};
const send = (space: TestSpace, events: readonly object[]) => app.track(space.apiKeys.development, events);
const sources = (page: Page) => page.locator(".rows .trow").count();
const dialog = (page: Page) => page.getByRole("dialog", { name: "Replay events" });
const act = (page: Page) => dialog(page).getByRole("button", { name: /^Replay .*into/ });
const kept = async (space: TestSpace, environment: string) =>
  (await app.server.api("GET", `/v2/spaces/${space.key}/environments/${environment}/events`)).body.data;
const ended = (page: Page, words: string) =>
  page.getByRole("region", { name: "Replay", exact: true }).getByText(words);

/** Records two dramas and what was refused between them; the dialog is open then. */
async function record(page: Page, space: TestSpace): Promise<void> {
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText(/, 0 events$/).waitFor();
  await send(space, [drama, { name: "no" }, drama]);
  await page.getByText(/, 3 events$/).waitFor();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await dialog(page).waitFor();
}

/** Chooses a file of events, each so many seconds after the first; it has been read then. */
async function chooseFile(page: Page, seconds: readonly number[], last = ""): Promise<void> {
  await page.getByRole("button", { name: "Replay…" }).click();
  await dialog(page).getByRole("radio", { name: "A file" }).click();
  const time = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();
  const lines = seconds.map(
    (second) => `${JSON.stringify({ ...drama, userId: "ana", time: time(second) })}\n`,
  );
  const name = `${seconds.length} of them.ndjson`;
  await dialog(page)
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(lines.join("") + last) });
  await dialog(page).getByText(`${name}, `).waitFor();
}

describe("a recording", () => {
  it("goes on over a reload, and is replayed into another environment, by keyboard alone", async () => {
    const space = await app.newSpace();
    const count = { op: "moreThan", value: 1 };
    const rule = { event: "movie/watched", did: true, count, window: { last: { days: 7 } } };
    const made = await app.server.api("POST", `/v2/spaces/${space.key}/tribes`, {
      name: "Binge watchers",
      rules: { all: [rule] },
    });
    expect(made.status).toBe(201);
    const page = await open(space);
    await page.getByText("No event in Development yet").waitFor();
    await page.keyboard.press("r");
    await page.getByText(/, 0 events$/).waitFor();
    await send(space, [drama, { name: "no" }]);
    await page.reload();
    await send(space, [drama]);
    await page.getByText(/, 3 events$/).waitFor();
    await page.keyboard.press("r");
    await dialog(page)
      .getByText(/^.*, 3 events$/)
      .waitFor();
    await tabTo(page, page.getByLabel("Into"));
    await page.keyboard.press("S");
    await tabTo(page, page.getByRole("radio", { name: "1×" }));
    for (const speed of ["10×", "60×", "At once"]) {
      await page.keyboard.press("ArrowRight");
      await page.getByRole("radio", { name: speed, checked: true }).and(page.locator(":focus")).waitFor();
    }
    await keepToasts(page);
    await press(page, dialog(page).getByRole("button", { name: "Replay 2 events into Staging" }));
    await press(page, page.getByRole("link", { name: "Show it" }));
    await ended(page, "Replayed 2 events. 1 refused one was left out.").waitFor();
    await press(page, page.getByRole("button", { name: "Show them" }));
    await page.waitForURL(/staging\/events\?source=replay/);
    await expect.poll(() => sources(page)).toBe(2);
    const reach = () =>
      app.server.api("GET", `/v2/spaces/${space.key}/tribes/${made.body.key}/reach?environment=staging`);
    await expect.poll(async () => (await reach()).body.sample).toEqual(["ana-ribeiro"]);
    await press(page, page.getByRole("button", { name: "Close the replay's line" }));
    await expect.poll(() => page.getByRole("region", { name: "Replay", exact: true }).count()).toBe(0);
  });

  it("is saved as a file, deleted and brought back, and what was chosen is kept", async () => {
    const space = await app.newSpace();
    const page = await open(space);
    await record(page, space);
    const saved = page.waitForEvent("download");
    await dialog(page)
      .getByRole("link", { name: /^Save the recording/ })
      .click();
    const lines = (await readFile(await (await saved).path(), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(["accepted", "rejected", "accepted"]);
    await keepToasts(page);
    await dialog(page)
      .getByRole("button", { name: /^Delete the recording/ })
      .click();
    await dialog(page)
      .getByText(/^Deleted: /)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: /^Undo/ }).press("Enter");
    await expect.poll(() => page.locator(".toast").count()).toBe(0);
    await dialog(page)
      .getByRole("button", { name: /^Delete the recording/ })
      .press("Enter");
    await page.locator(".toast").getByText("Undo").click();
    await dialog(page)
      .getByText(/, 3 events$/)
      .waitFor();
    await page.getByRole("radio", { name: "Others" }).click();
    await page.getByLabel("Prefix").fill("again-");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Replay…" }).click();
    await expect.poll(() => page.getByLabel("Prefix").inputValue()).toBe("again-");
    await page.getByRole("radio", { name: "At once" }).click();
    await act(page).click();
    await ended(page, "Replayed 2 events.").waitFor();
    const events: { source: string; userId?: string }[] = await kept(space, "development");
    const played = events.filter(({ source }) => source === "replay");
    expect(played.map(({ userId }) => userId)).toEqual(["again-ana-ribeiro", "again-ana-ribeiro"]);
  });
});

describe("a file", () => {
  it("with a wrong line is refused whole, with its line", async () => {
    const space = await app.newSpace();
    const page = await open(space);
    await chooseFile(page, [0, 1], "nonsense\n");
    await act(page).click();
    await dialog(page).getByRole("row", { name: /^3 / }).waitFor();
    expect(await kept(space, "development")).toEqual([]);
  });

  it("is stopped in the middle, and says how far it came", async () => {
    const space = await app.newSpace();
    const page = await open(space);
    await chooseFile(page, [0, 600]);
    await dialog(page).getByText("It takes 10 min.").waitFor();
    await act(page).click();
    await page.getByText(/^1 of 2 events, 1×, .* left$/).waitFor();
    const bar = page.getByRole("progressbar", { name: "Replayed" });
    await expect
      .poll(async () => [await bar.getAttribute("value"), await bar.getAttribute("max")])
      .toEqual(["1", "2"]);
    expect(await axeFindings(page)).toEqual([]);
    await chooseFile(page, [0]);
    await act(page).click();
    await dialog(page).getByRole("alert").getByText(/stop/i).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Stop replay" }).click();
    await ended(page, "Stopped after 1 of 2 events.").waitFor();
    expect((await kept(space, "development")).length).toBe(1);
  });
});
