// The SDKs of browser, Kotlin and Swift: what it weighs, how long a page takes to its first `enabled`, and what tracking costs in memory.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { minifySync } from "vite";
import { ensureChromium } from "../../scripts/setup/chromium.mjs";
import { ensureKotlin } from "../../scripts/setup/kotlin.mjs";
import { ensureSwift } from "../../scripts/setup/swift.mjs";
import { compileKotlin, runKotlin } from "../languages/kotlin/toolchain.mjs";
import { compileSwift, runSwift } from "../languages/swift/toolchain.mjs";
import { here, median, temporaryFolder } from "./programs.mjs";

const built = here("../../out/sdk/browser");
const text = (name) => readFileSync(join(built, name), "utf8");
const wanted = { index: 12_000, react: 1000, firstMs: 5, sentKb: 1024, unsentKb: 4096 };
/** Of a fresh process. Swift's memory is the whole process's: its libraries' share is in it. */
const wantedOf = {
  Kotlin: { firstMs: 250, unsentKb: 4096 },
  Swift: { firstMs: 250, unsentKb: 12_000 },
};

/** Bytes, minified as an app's build does it, and gzipped. */
function weight(name) {
  const { code } = minifySync(name, text(name), { module: true });
  return gzipSync(code, { level: 9 }).length;
}

/** A page, and beside it a service that says yes to everything, or with `down` nothing at all. */
async function serve() {
  const state = { down: false, events: 0 };
  const server = createServer((req, res) => {
    if (req.url === "/")
      return void res.setHeader("Content-Type", "text/html").end("<!doctype html><title>bench</title>");
    if (state.down) return void req.socket.destroy();
    let body = "";
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      const isEvents = req.url.startsWith("/sdk/v1/events");
      if (isEvents) state.events += JSON.parse(body).events.length;
      const session = { id: "ses_1", user: { id: "u", anonymous: false } };
      const answer = isEvents
        ? { accepted: 20, rejected: [] }
        : { session, revision: 1, states: {}, tribes: [] };
      res.writeHead(isEvents ? 202 : 201, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { state, url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** 100 Experiences: what a larger page has. */
const fallbacks = {
  space: "bench",
  revision: 1,
  states: Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `exp_${index}`,
      { enabled: true, data: { headline: `Headline ${index}` } },
    ]),
  ),
};

async function inFreshPage(browser, url, body) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const result = await body(page, context);
  await context.close();
  return result;
}

/**
 * In ms, in a page that has never compiled the code; no download is in it. `script`: from handing over the script's text to
 * the first `enabled`. `module`: the same through `import()`, whose own cost `empty` is: importing a module with nothing in it.
 */
const firstEnabled = (page) =>
  page.evaluate(
    async ([script, source, given]) => {
      const timed = async (body) => {
        const before = performance.now();
        await body();
        return performance.now() - before;
      };
      const address = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const read = ({ Client, Experience }) => {
        const client = new Client({ apiKey: "us_dev_bench", fallbacks: given });
        const { enabled } = new Experience(client, { id: "exp_50", key: "page.exp-50" });
        if (enabled !== true) throw new Error("the fallback is not enabled");
      };
      const element = Object.assign(document.createElement("script"), { textContent: script });
      const [nothing, whole] = [address("export {}"), address(source)];
      return {
        script: await timed(() => {
          document.head.append(element);
          read(window.Understudy);
        }),
        empty: await timed(() => import(nothing)),
        module: await timed(async () => read(await import(whole))),
      };
    },
    [text("understudy.iife.js"), text("index.js"), fallbacks],
  );

/** What 10,000 tracked events leave in the page's heap, in KB, once `settled` says that the page is done with them. */
async function tracked(page, context, url, settled) {
  const devtools = await context.newCDPSession(page);
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1024;
  };
  await page.evaluate(
    async ([source, given, serviceUrl]) => {
      const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
      window.bench = new module.Client({ apiKey: "us_dev_bench", fallbacks: given });
      Object.assign(window.bench, { serviceUrl });
      await window.bench.session.start({ userId: "u1" });
    },
    [text("index.js"), fallbacks, url],
  );
  const before = await heap();
  const ms = await page.evaluate(() => {
    const since = performance.now();
    const pair = (key) => ({ key, value: "a value of some length" });
    for (let index = 0; index < 10_000; index += 1)
      window.bench.session.track("movie/watched", {
        pair1: pair("genre"),
        pair2: pair("title"),
        pair3: pair("device"),
      });
    return performance.now() - since;
  });
  await settled();
  return { kb: (await heap()) - before, ms };
}

const until = async (holds) => {
  const deadline = Date.now() + 30_000;
  while (!holds() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
};

const runtimes = {
  async Kotlin() {
    await ensureKotlin();
    const classes = join(temporaryFolder(), "classes");
    const compiled = await compileKotlin([here("../../resources/sdk/kotlin"), here("SdkBench.kt")], classes);
    return { ...compiled, run: () => runKotlin(classes, "understudy.SdkBenchKt") };
  },
  async Swift() {
    await ensureSwift();
    const program = join(temporaryFolder(), "sdk-bench");
    const runtime = here("../../resources/sdk/swift");
    const sources = readdirSync(runtime).filter((name) => name.startsWith("Understudy"));
    const files = [...sources.map((name) => join(runtime, name)), here("SdkBench.swift")];
    return { ...(await compileSwift(files, program, "-O")), run: () => runSwift(program) };
  },
};

/** An SDK in a fresh process each time, without a service. */
async function inProcess(name, rounds) {
  const { code, says, run } = await runtimes[name]();
  if (code !== 0) throw new Error(says);
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    let line = "";
    const program = run();
    program.stdout.on("data", (chunk) => {
      line += chunk;
    });
    await once(program, "close");
    all.push(JSON.parse(line));
  }
  const of = (what) => median(all.map((one) => one[what]));
  const folder = here(`../../resources/sdk/${name.toLowerCase()}`);
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const kb = Math.round(sources.reduce((sum, one) => sum + one.length, 0) / 1024);
  const [first, unsent] = [of("firstMs"), of("unsentKb")];
  const least = wantedOf[name];
  const lines = [
    `${name} SDK`,
    `  source: ${kb} KB`,
    `  fresh process to first value from fallbacks: ${first.toFixed(1)} ms (wanted: under ${least.firstMs} ms)`,
    `  10,000 events without a service: ${of("trackMs").toFixed(0)} ms; they leave ${unsent.toFixed(0)} KB (wanted: under ${least.unsentKb})`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return first < least.firstMs && unsent < least.unsentKb;
}

export async function sdk({ rounds = 15 } = {}) {
  const areGood = [await inProcess("Kotlin", 5), await inProcess("Swift", 5)];
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const service = await serve();
  const times = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await inFreshPage(browser, service.url, firstEnabled));
  const sent = await inFreshPage(browser, service.url, (page, context) =>
    tracked(page, context, service.url, async () => {
      await until(() => service.state.events >= 1000);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }),
  );
  const unsent = await inFreshPage(browser, service.url, (page, context) => {
    service.state.down = true;
    return tracked(page, context, service.url, async () => undefined);
  });
  await browser.close();
  service.stop();
  const sizes = {
    index: weight("index.js"),
    script: weight("understudy.iife.js"),
    react: weight("react.js"),
  };
  const of = (what) => median(times.map((time) => time[what]));
  const first = of("script");
  const lines = [
    "Browser SDK",
    `  gzipped, minified: index ${sizes.index} bytes, script tag ${sizes.script} (wanted: under ${wanted.index}), react ${sizes.react} (wanted: under ${wanted.react})`,
    `  cold script to first enabled in Chromium: ${first.toFixed(1)} ms; median of ${rounds} fresh contexts (wanted: under ${wanted.firstMs} ms)`,
    `  the same through import(): ${of("module").toFixed(1)} ms; importing an empty module: ${of("empty").toFixed(1)} ms`,
    `  10,000 events tracked: ${sent.ms.toFixed(0)} ms; they leave ${sent.kb.toFixed(0)} KB once sent (wanted: under ${wanted.sentKb})`,
    `  10,000 events without a service: ${unsent.ms.toFixed(0)} ms; they leave ${unsent.kb.toFixed(0)} KB (wanted: under ${wanted.unsentKb})`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return (
    areGood.every(Boolean) &&
    Math.max(sizes.index, sizes.script) < wanted.index &&
    sizes.react < wanted.react &&
    first < wanted.firstMs &&
    sent.kb < wanted.sentKb &&
    unsent.kb < wanted.unsentKb
  );
}
