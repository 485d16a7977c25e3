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

const everywhere = (look: (screen: Page) => Promise<unknown>) => Promise.all(screens.map(look));
const shows = (headline: string) =>
  everywhere((screen) => screen.getByRole("region", { name: headline, exact: true }).waitFor());
const isMaya = () =>
  everywhere((screen) =>
    screen.getByRole("button", { name: /^Maya/, pressed: true }).waitFor({ state: "attached" }),
  );
const nextStep = (title: string) => stage.getByRole("heading", { level: 2, name: title }).waitFor();

it("plays three steps that every screen shows, starts over, and plays them again with the same outcome", async () => {
  for (const round of ["first", "second"]) {
    await nextStep("Maya opens the app and sees “Tonight at seven”");
    await stage.keyboard.press("Space");
    await isMaya();
    await shows("Tonight at seven");
    await nextStep("Maya watches two dramas to the end");
    await stage.keyboard.press("Space");
    await nextStep("Maya finishes a third drama");
    await stage.keyboard.press("Space");
    await shows("Another drama, just for you");
    await nextStep("Hold Alt");
    if (round === "second") break;
    await stage.keyboard.down("r");
    await nextStep("Maya opens the app and sees “Tonight at seven”");
    await stage.keyboard.up("r");
    await everywhere((screen) =>
      screen.getByRole("button", { name: /^Ana/, pressed: true }).waitFor({ state: "attached" }),
    );
    await shows("Tonight at seven");
  }
});

it("fits a TV that tells of fewer points than it has", async () => {
  const [, , tv] = screens;
  await tv?.setViewportSize({ width: 1280, height: 720 });
  const people = await tv?.getByRole("group", { name: "Watching as" }).boundingBox();
  expect((people?.x ?? 0) + (people?.width ?? 0)).toBeLessThan(1280);
});
