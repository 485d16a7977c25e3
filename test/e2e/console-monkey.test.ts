import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pages } from "../../src/core/console-pages.ts";
import { settled } from "../helpers/browser.ts";
import { layCinema } from "../helpers/cinema.ts";
import { ownConsole, type TestConsole } from "../helpers/console.ts";
import { layLegalSpace } from "../helpers/legal-space.ts";
import { Random } from "../helpers/random.ts";

// Somebody who presses and types at random, in two tabs, over a Space that is full and one of documents that the console
// would never make. Whatever they do: no page ends, the console says no error, the focus stays in what is open, and once all
// is saved a reload shows what was shown before. No part of `npm test`: `MONKEY_SECONDS=1200 MONKEY_SEED=7 npx vitest run --project e2e monkey`

const seconds = Number(process.env.MONKEY_SECONDS);
const seed = Number(process.env.MONKEY_SEED ?? 20261123);

let app: TestConsole;
let paths: readonly string[];
beforeAll(async () => {
  app = await ownConsole();
  const cinema = await layCinema(app.server);
  const legal = await layLegalSpace(app.server, seed);
  const own = ["collections/homepage/hero", "collections/homepage/body", "collections/types/hero"];
  const more = [
    "collections/homepage",
    "collections/homepage?tab=history",
    "tribes/binge-watchers",
    "tribes/new",
  ];
  const people = ["users/ana-ribeiro", "preview?user=ana-ribeiro", "personas/gold-binge-watcher"];
  paths = [
    ...[...pages, ...own, ...more, ...own, ...people].map(
      (path) => `/spaces/${cinema.key}/development/${path}`,
    ),
    ...[...pages, ...legal.paths].map((path) => `/spaces/${legal.key}/development/${path}`),
  ];
}, 120_000);
afterAll(() => app?.close());

const texts = [
  "a",
  "  ",
  "",
  "0",
  "-1e999",
  "“Ü”",
  "\u202Ertl",
  "🎬🎬",
  "x".repeat(300),
  "<b>",
  "{",
  "2026-13-45",
  "a/b",
  "12:99",
];
const keys = [
  ...[
    "Escape",
    "Escape",
    "Enter",
    "Tab",
    "Shift+Tab",
    "Space",
    "Backspace",
    "Delete",
    "Home",
    "End",
    "PageDown",
  ],
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Alt+ArrowUp", "Alt+ArrowDown", "F2", "n", "/", "?"],
  ...[
    "Control+z",
    "Control+z",
    "Control+Shift+z",
    "Control+y",
    "Control+s",
    "Control+k",
    "Control+Enter",
    "Control+a",
  ],
];
/** These end the run itself, or ask for what a test has not: a network, a window of the browser's own. */
const leaveAlone =
  /delete (the )?space|delete cinema|delete legal|sign.?out|rotate|network|pair|write into|picture|restore|revoke|check daily|check for newer|download|as json|csv|export|new space|create space|this browser|stop|import a|choose a file|file/i;

const controls =
  "a[href^='/'], button, input, textarea, summary, [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=row], [role=switch], [role=radio], [role=treeitem], [contenteditable]";

/** Marks something in sight that can be pressed, what is on top first. Gives what it is called. */
const choose = (page: Page, at: number, fields: boolean, leave: string) =>
  page.evaluate(
    ({ controls, at, fields, leave }) => {
      const over = document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
      const within = over !== null && at > 0.1 ? over : document;
      const isIn = (one: Element) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        if (width === 0 || top < 0 || left < 0 || top + height > innerHeight || left + width > innerWidth)
          return false;
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found !== null && (one.contains(found) || found.contains(one));
      };
      const nameOf = (one: Element) =>
        (
          one.getAttribute("aria-label") ||
          (one as HTMLElement).innerText ||
          one.getAttribute("title") ||
          one.tagName
        ).slice(0, 60);
      const all = [
        ...within.querySelectorAll<HTMLElement>(
          fields ? "input:not([type=checkbox], [type=file], [type=radio]), textarea" : controls,
        ),
      ].filter(
        (one) =>
          isIn(one) && !new RegExp(leave, "i").test(nameOf(one)) && !one.matches(":disabled, [type=file]"),
      );
      const one = all[Math.floor(at * all.length)];
      document.querySelector("[data-monkey]")?.removeAttribute("data-monkey");
      one?.setAttribute("data-monkey", "");
      const { left = 0, top = 0, width = 0, height = 0 } = one?.getBoundingClientRect() ?? {};
      return one === undefined
        ? null
        : { name: `${one.tagName.toLowerCase()} “${nameOf(one)}”`, x: left + width / 2, y: top + height / 2 };
    },
    { controls, at, fields, leave },
  );

/** One thing that somebody does; gives what it was. */
async function act(page: Page, random: Random, origin: string): Promise<string> {
  const kind = random.below(100);
  if (kind < 50) {
    const at = random.next();
    const one = await choose(page, at, false, leaveAlone.source);
    if (one === null) return "nothing to press";
    await page.mouse.click(one.x, one.y, { clickCount: random.below(12) === 0 ? 2 : 1 });
    return `press ${one.name}`;
  }
  if (kind < 65) {
    const one = await choose(page, random.next(), true, leaveAlone.source);
    if (one === null) return "no field";
    const text = random.pick(texts);
    await page.mouse.click(one.x, one.y);
    if (random.below(2) === 0) await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
    if (random.below(3) === 0) await page.keyboard.press("Enter");
    return `type ${JSON.stringify(text.slice(0, 20))} into ${one.name}`;
  }
  if (kind < 92) {
    const some = Array.from({ length: 1 + random.below(4) }, () => random.pick(keys));
    for (const key of some) await page.keyboard.press(key);
    return `keys ${some.join(" ")}`;
  }
  if (kind < 95) {
    await page.goBack({ waitUntil: "commit" }).catch(() => null);
    return "back";
  }
  if (kind < 96) {
    await page.goForward({ waitUntil: "commit" }).catch(() => null);
    return "forward";
  }
  const path = random.pick(paths);
  await page.goto(origin + path);
  return `go to ${path}`;
}

/** Waits until the page is at rest. Gives what keeps it from that. */
const calm = (page: Page): Promise<string | undefined> =>
  settled(page).then(
    () => undefined,
    (error: Error) =>
      /context was destroyed/.test(error.message)
        ? undefined
        : page.evaluate(
            (said) =>
              `${said.slice(0, 100)}: ${[...document.querySelectorAll("html[data-busy], [aria-busy=true]")].map((one) => one.outerHTML.slice(0, 150)).join(" | ")}`,
            error.message,
          ),
  );

/** What is wrong with the page as it stands. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const look = () =>
    page.evaluate(() => {
      const broken = document.body.innerText.match(/This page broke[\s\S]{0,300}/)?.[0];
      const open = document.querySelector("[role=dialog], [role=alertdialog]");
      const isLost =
        open !== null && (document.activeElement === null || document.activeElement === document.body);
      const where = open?.getAttribute("aria-label") ?? (open as HTMLElement | null)?.innerText.slice(0, 60);
      return [
        ...(broken === undefined ? [] : [broken]),
        ...(isLost ? [`the focus is lost in ${where}`] : []),
      ];
    });
  const first = await look();
  if (first.length === 0) return [];
  // Lost focus is looked for now and then.
  await page.waitForTimeout(600);
  return look();
}

/** What the page says, without numbers and times. */
const words = (page: Page) =>
  page.evaluate(() => {
    const values = [
      ...document.querySelectorAll<HTMLInputElement>("main input:not([type=file]), main textarea"),
    ].map((one) => `${one.getAttribute("aria-label")}: ${one.type === "checkbox" ? one.checked : one.value}`);
    const said = (document.querySelector("main") as HTMLElement | null)?.innerText.split("\n") ?? [];
    return [...said, ...values]
      .map((line) => line.replace(/\d+/g, "#").trim())
      .map((line) => line.replace(/(?:# [A-Z][a-z]{2}(?: #)?, )?#:#(?::#(?:\.#)?)?/g, "#:#"))
      .filter((line) => line !== "" && line !== "Copied");
  });

/** Leaves the page and comes back, then loads it anew: gives where both differ. */
async function reloaded(page: Page): Promise<readonly string[]> {
  for (let times = 0; times < 4; times += 1) await page.keyboard.press("Escape");
  await calm(page);
  const there = page.url();
  const saves = await page
    .waitForFunction(() => !/Saving…|waits for the server/.test(document.body.innerText), undefined, {
      timeout: 8000,
    })
    .catch(() => null);
  if (saves === null) return ["it does not come to be saved"];
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Code/ })
    .first()
    .click({ timeout: 3000 })
    .catch(() => null);
  await calm(page);
  await page.goBack().catch(() => null);
  await calm(page);
  // Text that means nothing yet, what is not made yet, and a folded folder are kept while the console is open, and no longer.
  const isOfNow = await page.evaluate(() => {
    const names = document.querySelectorAll<HTMLInputElement>('input[aria-label^="Name of a new"]');
    const isTyped = [...names].some(({ value }) => value !== "");
    const isFolded = document.querySelector('main [role="treeitem"][aria-expanded="false"]') !== null;
    return isTyped || isFolded || document.body.innerText.includes("Not saved");
  });
  if (page.url() !== there || isOfNow) return [];
  // What the other tab did is read as when somebody comes back to this one.
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await calm(page);
  const before = await words(page);
  await page.reload();
  await page.getByRole("heading").first().waitFor();
  await calm(page);
  const after = await words(page);
  const missing = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  return missing.length + added.length === 0
    ? []
    : [
        `a reload shows something else: ${JSON.stringify({ missing: missing.slice(0, 6), added: added.slice(0, 6) })}`,
      ];
}

it(`random acts of seed ${seed} for ${seconds} s`, { timeout: (seconds + 120) * 1000 }, async () => {
  const random = new Random(seed);
  const { platformUrl } = app.server;
  const { url } = (await app.server.api("POST", "/v2/console/launch", {})).body;
  const complaints: string[] = [];
  const context = await app.browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const tabs = [await context.newPage(), await context.newPage()] as const;
  for (const page of tabs) {
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => complaints.push(`error: ${error.stack?.slice(0, 500)}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
        complaints.push(`console: ${message.text().slice(0, 500)}`);
    });
    page.on("response", (answer) => {
      if (answer.status() >= 500)
        complaints.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
    page.on("dialog", (dialog) => void dialog.accept());
  }
  // A tab of its own by Ctrl and Enter: without a window nothing hides it, and six live streams are all that a browser opens.
  context.on("page", (page) => void page.close());
  await tabs[0].goto(url);
  for (const page of tabs) await page.goto(platformUrl + random.pick(paths));
  const found = new Map<string, string>();
  const until = Date.now() + seconds * 1000;
  let steps = 0;
  const done: string[] = [];
  for (; Date.now() < until; steps += 1) {
    const at = random.below(6) === 0 ? 1 : 0;
    const page = tabs[at];
    const step = await act(page, random, platformUrl).catch(
      (error: Error) => `failed: ${error.message.slice(0, 100)}`,
    );
    done.push(
      `${at === 0 ? "" : "(2) "}${step} @${new URL(page.url()).pathname.split("/").slice(2).join("/")}`,
    );
    const rest = await calm(page);
    const faults = [
      ...(typeof rest === "string" ? [rest] : []),
      ...complaints.splice(0),
      ...(await faultsOf(page).catch(() => [])),
      ...(steps % 30 === 29
        ? await reloaded(page).catch((error: Error) => [`reload: ${error.message.slice(0, 200)}`])
        : []),
    ];
    for (const fault of faults)
      if (!found.has(fault)) {
        found.set(fault, done.slice(-12).join("\n    "));
        if (seconds > 60) console.info(`${fault}\n    ${done.slice(-12).join("\n    ")}`);
      }
    if (faults.length > 0 || steps % 40 === 39)
      await page.goto(platformUrl + random.pick(paths)).catch(() => null);
  }
  await context.close();
  console.info(`${steps} acts of seed ${seed}`);
  expect([...found].map(([fault, way]) => `${fault}\n    ${way}`)).toEqual([]);
});
