import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { sharedBrowser } from "../helpers/browser.ts";
import { type ContractSpace, makeContractSpace } from "./contract/contract-space.ts";
import { contractsFor, type Driver, runContract } from "./contract/run-contract.ts";

let space: ContractSpace;
/** Where the app is served from; it stays there whatever happens to the platform. */
let pages: Server;
let origin: string;
beforeAll(async () => {
  space = await makeContractSpace();
  const code = await space.code("browser", "javascript");
  const files = new Map(code.map(({ path, text }) => [`/${path}`, text]));
  files.set("/driver.js", driver).set("/", page);
  pages = createServer(({ url = "" }, res) => {
    res.setHeader("content-type", url === "/" ? "text/html" : "text/javascript");
    res.end(files.get(url));
  });
  await new Promise<void>((done) => pages.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  pages.close();
  await space.remove();
});

const page = '<!doctype html><title>app</title><script type="module" src="/driver.js"></script>';
const driver = `
  import { client, collections, session } from "/contract/index.js";
  const changes = [];
  session.changed((ids) => changes.push(...ids.map((id) => keys.get(id))));
  const all = Object.values(collections).flatMap((one) => [...one.experiences, ...one.sections]);
  const sections = Object.values(collections).flatMap((one) => one.sections);
  const things = new Map(all.map((one) => [one.key, one]));
  const keys = new Map(all.map((one) => [one.id, one.key]));
  const seen = {
    status: () => session.status,
    anonymous: () => session.anonymous,
    apiKey: () => client.apiKey,
    waitTimeMsec: () => client.waitTimeMsec,
  };
  const state = (thing) =>
    sections.includes(thing)
      ? { enabled: thing.enabled, children: thing.children.map((one) => [one.key, one.type, one.data.title]) }
      : { enabled: thing.enabled, data: thing.data };
  const look = (what) => {
    if (what in seen) return seen[what]();
    const [, of, key] = /^(default:)?(.*)$/.exec(what);
    const thing = things.get(key);
    if (of === undefined) return state(thing);
    return { enabled: thing.defaultEnabled, data: thing.defaultData };
  };
  const fieldsOf = ({ fields, notANumber }) => {
    if (notANumber === undefined) return fields;
    const given = { ...fields };
    for (const name of notANumber) Array.isArray(given[name]) ? given[name].push(NaN) : (given[name] = NaN);
    return given;
  };
  const spoil = (fields) => {
    for (const name of Object.keys(fields)) {
      if (Array.isArray(fields[name])) fields[name].fill("spoilt");
      else fields[name] = "spoilt";
    }
  };
  let asking = 0;
  const { fetch } = window;
  window.fetch = async (...args) => {
    asking += 1;
    try {
      return await fetch(...args);
    } finally {
      asking -= 1;
    }
  };
  window.idle = () => asking === 0;
  window.step = async (step) => {
    const { userId } = step;
    const fields = fieldsOf(step);
    const settle = async (started) => void (step.wait === false || (await started));
    if (step.changesAfter) setTimeout(() => spoil(fields));
    switch (step.do) {
      case "launch":
        if (step.fails) session.changed(() => { throw new Error("the app's own"); });
        if ("startsAnother" in step) {
          const stop = session.changed(() => (stop(), session.start({ userId: step.startsAnother })));
        }
        if ("stopsOthers" in step) {
          const heard = () => (session.track(step.stopsOthers), first(), first(), second());
          const [first, second] = [1, 2, 3].map(() => collections.homepage.banner.changed(heard));
        }
        client.apiKey = step.apiKey;
        client.serviceUrl = step.serviceUrl;
        if ("sessionLock" in step) client.sessionLock = step.sessionLock;
        if ("waitTimeMsec" in step) client.waitTimeMsec = step.waitTimeMsec;
        return {};
      case "start": return void (await settle(session.start({ userId, fields }))), {};
      case "update": return void (await settle(session.update(fields))), {};
      case "identify": return void (await settle(session.identify(userId, fields))), {};
      case "anonymize": return void (await settle(session.anonymize(fields))), {};
      case "track":
        for (let time = 0; time < (step.times ?? 1); time += 1)
          (step.on === undefined ? session : things.get(step.on)).track(step.name, step.metadata);
        return {};
      case "assign": client[step.name] = step.value; return {};
      case "read": look(step.what); return {};
      case "look": return Object.fromEntries(step.what.map((what) => [what, look(what)]));
      case "changes": return { changes };
      case "leave": {
        const [name] = Object.keys(localStorage).filter((one) => one.endsWith(":visitor"));
        const event = { id: "left", name: "a/left", time: new Date(0).toISOString(), anonymousId: "a" };
        const left = JSON.stringify({ ...event, x: "#" }).replace("#", (step.letter ?? "x").repeat(step.bytes));
        localStorage.setItem(name.replace(/visitor$/, "event:left"), left);
        return {};
      }
      case "leaveVisitor": {
        const [name] = Object.keys(localStorage).filter((one) => one.endsWith(":visitor"));
        localStorage.setItem(name, "x".repeat(step.length));
        return {};
      }
      case "disk":
        // Until not even one letter finds room.
        if (step.full)
          for (let size = 2 ** 22; size >= 1; )
            try {
              localStorage.setItem("filler " + localStorage.length, "x".repeat(size));
            } catch {
              size /= 2;
            }
        else for (const name of Object.keys(localStorage)) if (name.startsWith("filler ")) localStorage.removeItem(name);
        return {};
      case "flush": document.dispatchEvent(new Event("visibilitychange")); return {};
      case "seen":
        window.isSeen = true;
        document.dispatchEvent(new Event("visibilitychange"));
        window.isSeen = false;
        return {};
    }
    throw new Error("no step " + step.do);
  };
`;

/** A browser with a page of its own; a kill closes the page and keeps what the browser keeps. */
async function open(): Promise<Driver> {
  const context = await (await sharedBrowser()).newContext();
  await context.clock.install();
  let app: Page | null = null;
  const lines: string[] = [];
  const running = (): Page => {
    if (app === null) throw new Error("nothing is launched");
    return app;
  };
  const send = async (step: {
    do?: string;
    seconds?: number;
  }): Promise<Readonly<Record<string, unknown>>> => {
    if (step.do === "log") return { lines };
    if (step.do === "kill" || step.do === "launch") await app?.close();
    if (step.do === "kill") return {};
    if (step.do === "launch") app = await launch(context, lines);
    if (step.do === "clock") {
      const now = await running().evaluate(() => Date.now());
      await running().clock.setSystemTime(now + (step.seconds ?? 0) * 1000);
      return {};
    }
    if (step.do === "advance") {
      // What was asked for is answered first, unless nobody answers.
      for (let time = 0; time < 15 && !(await running().evaluate(() => window.idle())); time += 1)
        await new Promise((done) => setTimeout(done, 20));
      await running().clock.fastForward((step.seconds ?? 0) * 1000);
      return {};
    }
    return running().evaluate((one) => window.step(one), step);
  };
  return { send, close: () => context.close() };
}

async function launch(context: BrowserContext, lines: string[]): Promise<Page> {
  const app = await context.newPage();
  app.on("console", (message) => lines.push(message.text()));
  app.on("pageerror", (error) => lines.push(String(error)));
  await app.addInitScript(() => {
    // The page's clock goes on between steps: a pause of nearly nothing would have ended before the test looks.
    const { random } = Math;
    Math.random = () => (1 + random()) / 2;
    Object.defineProperty(document, "visibilityState", { get: () => (window.isSeen ? "visible" : "hidden") });
  });
  await app.goto(origin);
  await app.waitForFunction(() => "step" in window);
  return app;
}

declare global {
  interface Window {
    step(step: object): Promise<Record<string, unknown>>;
    idle(): boolean;
    isSeen: boolean;
  }
}

describe("the contract, in the browser", () => {
  it.each(contractsFor("browser"))("$name: $about", async (contract) => {
    await runContract(contract, space, open);
  });
});
