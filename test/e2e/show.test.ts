import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ownConsole, type TestConsole } from "../helpers/console.ts";

const forms = { phone: [390, 844], desktop: [1440, 900], tv: [1920, 1080] } as const;
let app: TestConsole;
let stage: Page;
let screens: Page[];

beforeAll(async () => {
  app = await ownConsole(["--show", "premiere"]);
  stage = await app.open({ key: "cinema" }, "stage");
  screens = await Promise.all(
    Object.entries(forms).map(([form, [width, height]]) =>
      app.visit(`${app.server.sdkUrl}/demo?form=${form}`, {
        viewport: { width, height },
        reducedMotion: "reduce",
      }),
    ),
  );
});
afterAll(async () => {
  expect(await app?.verify()).toEqual([]);
  await app?.close();
});

const maya = "button[aria-label^='Maya'][aria-pressed='true']";
const hero = (headline: string) =>
  `[role=region][aria-label="${headline}"], section[aria-label="${headline}"]`;
const onEvery = (selector: string) =>
  Promise.all(screens.map((screen) => screen.locator(selector).waitFor({ state: "attached" })));
const nextStep = (title: string) => stage.getByRole("heading", { level: 2, name: title }).waitFor();

/** Plays the step that is next, of this title; what it is for is on every screen then. */
async function play(title: string, selector?: string): Promise<void> {
  await nextStep(title);
  await stage.keyboard.press("Space");
  if (selector !== undefined) await onEvery(selector);
}

/** From the start to a clock that has jumped. */
async function playScript(): Promise<void> {
  await play("Maya opens the app and sees “Tonight at seven”", maya);
  await onEvery(hero("Tonight at seven"));
  await play("Maya watches two dramas to the end");
  await play("Maya finishes a third drama", hero("Another drama, just for you"));
  await play("Hold Alt");
  await play("Jump 8 days", hero("Tonight at seven"));
  await nextStep("Back to today");
}

async function startOver(): Promise<void> {
  await stage.keyboard.down("r");
  await nextStep("Maya opens the app and sees “Tonight at seven”");
  await stage.keyboard.up("r");
  await onEvery("button[aria-label^='Ana'][aria-pressed='true']");
  await onEvery(hero("Tonight at seven"));
}

it("is played, starts over, and is played again with the same outcome, on every screen", async () => {
  await playScript();
  await startOver();
  await playScript();
});

it("fits a TV that tells of fewer points than it has", async () => {
  const [, , tv] = screens;
  await tv?.setViewportSize({ width: 1280, height: 720 });
  const people = await tv?.getByRole("group", { name: "Watching as" }).boundingBox();
  expect((people?.x ?? 0) + (people?.width ?? 0)).toBeLessThan(1280);
});
