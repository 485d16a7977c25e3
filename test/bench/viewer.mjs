// The Events page in Chromium: 5,000 events a second for a minute into it, over a million that are there already; then
// whether every one of them can be scrolled to, and how long a change of the filter takes to show its first page.

import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { scrollRows } from "../helpers/scroll-rows.mjs";
import { api, authorized, here, post, run, startUnderstudy, temporaryFolder } from "./programs.mjs";

const place = "/spaces/my-first-space/development/events";
const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const filters = {
  "no filter": "",
  name: "?name=movie/act-0",
  user: "?userId=user-42",
  pair: "?where=title:Title%20777",
  session: "?sessionId=ses_17",
  "rare text": "?q=ses_24999",
  "text that nothing has": "?q=no-such-thing",
  "text, name": "?q=title%20777&name=order/*",
};

const load = (server, key, prefix, events, rate) =>
  run([here("viewer-load.mjs"), server.sdkUrl, key, prefix, String(events), String(rate)]);

async function openPage(browser, server) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const { url } = await post(new URL("/v2/console/launch", server.platformUrl), authorized, {});
  await page.goto(url);
  await page.goto(server.platformUrl + place);
  await page.locator(".rows .trow").first().waitFor();
  await page.waitForTimeout(1000);
  return page;
}

/** Counts frames by second and long tasks, in the page. */
const watchFrames = () => {
  const seen = { frames: [], tasks: [] };
  globalThis.seenByBench = seen;
  const frame = (now) => {
    seen.frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
  }).observe({ entryTypes: ["longtask"] });
};

/** Frames a second over the whole time and in the worst second, and the longest task in ms. */
const readFrames = () => {
  const { frames, tasks } = globalThis.seenByBench;
  const bySecond = new Map();
  for (const at of frames)
    bySecond.set(Math.floor(at / 1000), (bySecond.get(Math.floor(at / 1000)) ?? 0) + 1);
  const whole = [...bySecond.values()].slice(1, -1);
  const span = (frames.at(-1) - frames[0]) / 1000;
  return {
    perSecond: frames.length / span,
    worst: Math.min(...whole),
    longTasks: tasks.length,
    longest: Math.max(0, ...tasks),
  };
};

/** Scrolls the list's rows from the top down to the oldest of the minute's events, and up again to the newest. */
async function scrollThrough(page, oldest, newest) {
  await page.setViewportSize({ width: 1440, height: 5000 });
  const down = await page.evaluate(scrollRows, { down: true, oldest, newest });
  const up = await page.evaluate(scrollRows, { down: false, oldest, newest });
  await page.setViewportSize({ width: 1440, height: 900 });
  return { down: down.seen, up: up.seen, gaps: [...down.gaps, ...up.gaps] };
}

async function filterTimes(page) {
  const times = {};
  for (const [name, query] of Object.entries(filters)) {
    const rounds = [];
    for (let round = 0; round < 5; round += 1) {
      await page.evaluate(() => history.pushState(null, "", `${location.pathname}?status=rejected`));
      await page.getByText("No kept event matches").waitFor();
      rounds.push(await page.evaluate(changeFilter, query));
    }
    times[name] = rounds.sort((a, b) => a - b)[2];
  }
  return times;
}

/** From the change of the address to the first row, or to the words that it is still searching, in ms. */
const changeFilter = (query) =>
  new Promise((resolve) => {
    const started = performance.now();
    const shown = () => document.querySelector(".rows .trow") ?? document.querySelector(".list-note");
    history.pushState(null, "", location.pathname + query);
    const look = () => {
      const busy = document.querySelector("[aria-busy=true].scroll") !== null;
      const stale = document.querySelector(".list-note")?.textContent.includes("No kept event matches");
      if (!busy && shown() !== null && !(stale && performance.now() - started < 20))
        resolve(performance.now() - started);
      else setTimeout(look, 1);
    };
    setTimeout(look, 5);
  });

const heapMb = async (session) => {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSHeapUsedSize").value / 1e6;
};

export async function viewer({ history = 1_000_000, rate = 5000, seconds = 60 } = {}) {
  const executablePath = places.find((one) => one !== undefined && existsSync(one));
  if (executablePath === undefined) throw new Error("no Chromium found: install one, or set CHROMIUM_PATH");
  const server = await startUnderstudy(temporaryFolder());
  const { data } = await api(server, "/v2/spaces/my-first-space/environments");
  const key = data[0].apiKey;
  await load(server, key, "h", history, 0);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await openPage(browser, server);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const heapBefore = await heapMb(session);
  await page.evaluate(watchFrames);
  const sent = await load(server, key, "live", rate * seconds, rate);
  const frames = await page.evaluate(readFrames);
  const busy = loadavg()[0];
  await page.waitForFunction(
    (last) => document.querySelector(".rows .trow .gutter")?.textContent.replace(/\D/g, "") === last,
    String(history + rate * seconds),
    { timeout: 30_000 },
  );
  const heapAfter = await heapMb(session);
  const found = await scrollThrough(page, history + 1, history + rate * seconds);
  const heapScrolled = await heapMb(session);
  await page.reload();
  await page.locator(".rows .trow").first().waitFor();
  const times = await filterTimes(page);
  await browser.close();
  await server.stop();
  const slowest = Math.max(...Object.values(times));
  const lines = [
    `Viewer: ${rate} events a second for ${seconds} s into the page, ${history.toLocaleString("en")} in history (load average ${busy.toFixed(1)})`,
    `  sent ${sent.perSecond.toFixed(0)} a second`,
    `  frames a second ${frames.perSecond.toFixed(1)}, in the worst second ${frames.worst} (wanted: 50)`,
    `  tasks over 50 ms: ${frames.longTasks}, the longest ${frames.longest.toFixed(0)} ms (wanted: at most 100)`,
    `  JS heap ${heapBefore.toFixed(1)} MB before, ${heapAfter.toFixed(1)} MB after, ${heapScrolled.toFixed(1)} MB after scrolling through all (wanted: under 100)`,
    `  rows seen while scrolling: ${found.down} of ${rate * seconds} on the way down, ${found.up} on the way up, gaps: ${found.gaps.join("; ") || "none"}`,
    ...Object.entries(times).map(([name, ms]) => `  first page, ${name.padEnd(22)} ${ms.toFixed(0)} ms`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return (
    frames.perSecond >= 50 &&
    frames.longest <= 100 &&
    Math.max(heapAfter, heapScrolled) < 100 &&
    found.down === rate * seconds &&
    found.up === rate * seconds &&
    found.gaps.length === 0 &&
    slowest < 300
  );
}
