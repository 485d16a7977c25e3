// How long the console takes to be of use: a browser with an empty cache opens the Overview from the local server, until
// its steps and figures are drawn and the page answers a click.
import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { ensureChromium } from "../../scripts/setup/chromium.mjs";
import { authorized, median, post, startUnderstudy, temporaryFolder } from "./programs.mjs";

const chromiumPath = await ensureChromium();
const overview = "/spaces/my-first-space/development/overview";

/** In the page: the ms from its first byte asked for until the Overview stands and a click on it has been answered. */
const untilOfUse = () =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`it is not drawn: ${document.body.innerText.slice(0, 200)}`)), 30_000);
    const ready = () => {
      const copy = document.querySelector(".step .copy button");
      if (copy === null || document.querySelector(".fig-n .skeleton") !== null) return false;
      copy.click();
      requestAnimationFrame(() => resolve(performance.now()));
      return true;
    };
    if (ready()) return;
    const observer = new MutationObserver(() => ready() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });

/** One visit with an empty cache. */
async function visit(browser, server) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { url } = await post(new URL("/v2/console/launch", server.platformUrl), authorized, {});
  // Signs in without loading a page, so that nothing is in the cache.
  const signedIn = await context.request.get(url, { maxRedirects: 0 });
  const { hash } = new URL(signedIn.headers().location, server.platformUrl);
  const scripts = [];
  const outside = [];
  page.on("response", async (answer) => {
    if (!answer.url().startsWith(server.platformUrl)) outside.push(answer.url());
    else if (answer.request().resourceType() === "script") scripts.push(answer.body());
  });
  await page.goto(server.platformUrl + overview + hash, { waitUntil: "commit" });
  const ms = await page.evaluate(untilOfUse);
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  await context.close();
  return { ms, bytes, outside };
}

/** A page of the same server that does nothing: what the browser and the network alone take. */
async function floorVisit(browser, server) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.sdkUrl}/healthz`);
  const ms = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  await context.close();
  return ms;
}

export async function consoleLoad({ rounds = 9 } = {}) {
  const server = await startUnderstudy(temporaryFolder());
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  await visit(browser, server);
  const visits = [];
  const floors = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await floorVisit(browser, server));
    visits.push(await visit(browser, server));
  }
  await browser.close();
  await server.stop();
  const ms = median(visits.map((one) => one.ms));
  const kB = Math.max(...visits.map(({ bytes }) => bytes)) / 1000;
  const outside = visits.flatMap((one) => one.outside);
  const lines = [
    `Console, first load with an empty cache; median of ${rounds}, load ${loadavg()[0].toFixed(1)}`,
    `  floor: a page of no content      ${median(floors).toFixed(0)} ms`,
    `  Overview drawn, a click answered ${ms.toFixed(0)} ms (wanted: under 1,000)`,
    `  script of the first route        ${kB.toFixed(1)} kB gzipped (wanted: under 350)`,
    `  requests to anywhere else        ${outside.length} (wanted: none)`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ms < 1000 && kB < 350 && outside.length === 0;
}
