// How long a show's step takes from its key on the Stage until a phone, a desktop and a TV have drawn what it is for.
import { chromium } from "playwright-core";
import { ensureChromium } from "../../scripts/setup/chromium.mjs";
import { authorized, here, median, post, spreadOf, start, temporaryFolder, token } from "./programs.mjs";

const forms = { phone: [390, 844], desktop: [1440, 900], tv: [1920, 1080] };
/** The script's steps in their order, and what a screen shows after those that are for the eye. */
const steps = [
  "button[aria-label^='Maya'][aria-pressed='true']",
  null,
  "[aria-label='Another drama, just for you']",
  null,
  "[aria-label='Tonight at seven']",
];
const wantedMs = 250;

async function openPages(browser, server) {
  const open = async (url, [width, height]) => {
    // Without a graphics card, what moves takes the processor that is measured.
    const look = { viewport: { width, height }, reducedMotion: "reduce" };
    const page = await (await browser.newContext(look)).newPage();
    await page.goto(url);
    return page;
  };
  const { url } = await post(new URL("/v2/console/launch", server.platformUrl), authorized, {});
  const stage = await open(url, forms.desktop);
  await stage.goto(`${server.platformUrl}/spaces/cinema/development/stage`);
  const screens = [];
  for (const [form, size] of Object.entries(forms))
    screens.push(await open(`${server.sdkUrl}/demo?form=${form}`, size));
  return { stage, screens };
}

/** In the page: when it has drawn what the selector finds, by the machine's clock. */
const drawnAt = (selector) =>
  new Promise((resolve) => {
    const look = () =>
      document.querySelector(selector) === null
        ? requestAnimationFrame(look)
        : setTimeout(() => resolve(performance.timeOrigin + performance.now()));
    requestAnimationFrame(look);
  });

/** In the page: when the next key is pressed, by the machine's clock. */
const pressedAt = () =>
  new Promise((resolve) => {
    const heard = () => resolve(performance.timeOrigin + performance.now());
    addEventListener("keydown", heard, { once: true, capture: true });
  });

/** In the page: how long an answer of no content takes until it could be drawn, in ms. */
const emptyAnswer = async () => {
  const began = performance.now();
  await fetch("/healthz");
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
};

/** Plays the script once; gives the ms of each step that shows something, until the last screen has drawn it. */
async function playScript({ stage, screens }) {
  const times = [];
  for (const [at, selector] of steps.entries()) {
    await stage.locator(`li[aria-current=step] .gutter:text-is("${at + 1}")`).waitFor();
    const drawn = selector === null ? [] : screens.map((screen) => screen.evaluate(drawnAt, selector));
    const pressed = stage.evaluate(pressedAt);
    // Pages answer in order: by then they look and listen.
    await Promise.all([...screens, stage].map((page) => page.evaluate(() => null)));
    await stage.keyboard.press("Space");
    if (selector !== null) times.push(Math.max(...(await Promise.all(drawn))) - (await pressed));
  }
  return times;
}

async function startOver({ stage, screens }) {
  await stage.keyboard.down("r");
  await stage.locator('li[aria-current=step] .gutter:text-is("1")').waitFor();
  await stage.keyboard.up("r");
  const first = "button[aria-label^='Ana'][aria-pressed='true']";
  await Promise.all(screens.map((screen) => screen.locator(first).waitFor({ state: "attached" })));
}

export async function stage({ rounds = 7 } = {}) {
  const ports = ["--port", "0", "--sdk-port", "0"];
  const args = ["serve", "--json", "--data", temporaryFolder(), ...ports, "--show", "premiere"];
  const server = await start([here("../../bin/understudy.mjs"), ...args], { UNDERSTUDY_TOKEN: token });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  const pages = await openPages(browser, server);
  const [times, floors] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await startOver(pages);
    times.push(...(await playScript(pages)));
    floors.push(
      Math.max(...(await Promise.all(pages.screens.map((screen) => screen.evaluate(emptyAnswer))))),
    );
  }
  await browser.close();
  await server.stop();
  const middle = median(times);
  process.stdout.write(
    `Stage: from a step's key until three screens have drawn it, ${times.length} times: ${middle.toFixed(0)} ms (${spreadOf(times)}; wanted: ${wantedMs} or less); an answer of no content on all three: ${median(floors).toFixed(0)} ms\n`,
  );
  return middle <= wantedMs;
}
