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

/** When each screen has drawn what the selector finds, by the machine's clock. */
const drawnAt = (selector: string) =>
  screens.map((screen) =>
    screen.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          const look = () =>
            document.querySelector(wanted) === null
              ? requestAnimationFrame(look)
              : setTimeout(() => resolve(performance.timeOrigin + performance.now()));
          requestAnimationFrame(look);
        }),
      selector,
    ),
  );

/** The longest that a screen waits for an answer of no content, and draws, in ms: what a machine is able to now. */
const slowness = async (): Promise<number> => {
  const waits = await Promise.all(
    screens.map((screen) =>
      screen.evaluate(async () => {
        const began = performance.now();
        await fetch("/healthz");
        await new Promise(requestAnimationFrame);
        return performance.now() - began;
      }),
    ),
  );
  return Math.max(...waits);
};

/**
 * Plays the next step by its key. Gives how many ms longer than 250 the slowest screen took to show what the selector finds; where
 * others work on the machine, longer than eight answers of no content: the way from a key to three screens has some.
 */
async function play(selector: string): Promise<number> {
  const drawn = Promise.all(drawnAt(selector));
  const pressed = stage.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener("keydown", () => resolve(performance.timeOrigin + performance.now()), {
          once: true,
          capture: true,
        }),
      ),
  );
  // The pages answer in order: now they look and listen.
  await Promise.all([...screens, stage].map((page) => page.evaluate(() => null)));
  await stage.keyboard.press("Space");
  const ms = Math.max(...(await drawn)) - (await pressed);
  return ms - Math.max(250, 8 * (await slowness()));
}

/** From the start to a clock that has jumped: how much too long each of the three steps that show something took. */
async function playScript(): Promise<readonly number[]> {
  await nextStep("Maya opens the app and sees “Tonight at seven”");
  const comes = await play(maya);
  await onEvery(hero("Tonight at seven"));
  await nextStep("Maya watches two dramas to the end");
  await stage.keyboard.press("Space");
  await nextStep("Maya finishes a third drama");
  const third = await play(hero("Another drama, just for you"));
  await nextStep("Hold Alt");
  await stage.keyboard.press("Space");
  await nextStep("Jump 8 days");
  const jump = await play(hero("Tonight at seven"));
  await nextStep("Back to today");
  return [comes, third, jump];
}

async function startOver(): Promise<void> {
  await stage.keyboard.down("r");
  await nextStep("Maya opens the app and sees “Tonight at seven”");
  await stage.keyboard.up("r");
  await onEvery("button[aria-label^='Ana'][aria-pressed='true']");
  await onEvery(hero("Tonight at seven"));
}

it("plays three steps that every screen shows within 250 ms, starts over, and plays them again with the same outcome", async () => {
  let over = await playScript();
  // What the show takes is what it takes at its best: a machine that others work on is slow at moments.
  for (let round = 2; round === 2 || (round <= 4 && Math.max(...over) > 0); round += 1) {
    await startOver();
    const again = await playScript();
    over = over.map((ms, at) => Math.min(ms, again[at] ?? ms));
  }
  expect(Math.max(...over), over.join(", ")).toBeLessThanOrEqual(0);
});

it("fits a TV that tells of fewer points than it has", async () => {
  const [, , tv] = screens;
  await tv?.setViewportSize({ width: 1280, height: 720 });
  const people = await tv?.getByRole("group", { name: "Watching as" }).boundingBox();
  expect((people?.x ?? 0) + (people?.width ?? 0)).toBeLessThan(1280);
});
