import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { Page } from "playwright-core";
import type { CodeFile } from "../../../src/server/codegen/codegen-resources.ts";
import { sharedBrowser } from "../../helpers/browser.ts";
import { engineFiles } from "./toolchain.mjs";

/** A channel that runs in the engine, in a page of its own. */
export interface RunningChannel {
  readonly page: Page;
  /** Every line that it has printed. */
  readonly lines: readonly string[];
  readonly stop: () => Promise<void>;
}

/** SharedArrayBuffer is there for pages of their own alone. */
const isolated = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

const html = (mode: string) => `<!doctype html><title>channel</title>
<canvas id="display" width="1280" height="720"></canvas><video id="player"></video>
<script src="/brs.api.js"></script>
<script type="module">
const bytes = async (path) => (await fetch(path)).arrayBuffer();
const extensions = new Map([[brs.SupportedExtension.SceneGraph, "./brs-sg.js"]]);
const device = { assets: await bytes("/common.zip"), displayMode: "${mode}", maxFps: 100, extensions };
await brs.initialize(device, { debugToConsole: false, disableKeys: true, disableGamePads: true });
brs.subscribe("test", (event, data) => {
  if (event === "debug") data.content.split("\\n").forEach((line) => line !== "" && window.printed(line));
  if (event === "error") window.printed("ERROR " + data);
});
await brs.execute("/channel.zip", await bytes("/channel.zip"), { muteSound: true });
</script>`;

/** Starts a channel; it is there once it prints `until`. */
export async function runChannel(
  files: readonly CodeFile[],
  until: string,
  mode: "480p" | "720p" = "480p",
): Promise<RunningChannel> {
  const zip = zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])) as Zippable);
  const server = await serve(zip, html(mode));
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  const lines: string[] = [];
  let ready = () => {};
  const printed = new Promise<void>((done) => {
    ready = done;
  });
  await page.exposeFunction("printed", (line: string) => {
    lines.push(line);
    if (line.startsWith(until)) ready();
  });
  page.on("pageerror", (error) => lines.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await Promise.race([printed, failsLater(lines)]);
  const stop = async () => {
    await context.close();
    server.close();
  };
  return { page, lines, stop };
}

async function failsLater(lines: readonly string[]): Promise<void> {
  await new Promise((done) => setTimeout(done, 60_000).unref());
  throw new Error(`the channel did not start:\n${lines.join("\n")}`);
}

const spin = "for(;h-this.lastMessage<this.maxMs;)h=Date.now();";
const rest =
  "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,Math.max(1,this.maxMs-(h-this.lastMessage)));h=Date.now();";

const shown = "postMessage(this.context.getImageData(0,0,this.width,this.height)),";

/**
 * The engine spins until the next frame, which costs a core; here it rests. It hands a picture of 3.7 MB to the page with each
 * frame in which anything may have changed, half of what it costs; here nobody looks at one.
 */
function restful(extension: string): string {
  if (!extension.includes(spin)) throw new Error("the engine's wait for the next frame is not where it was");
  if (!extension.includes(shown)) throw new Error("the engine's picture of a frame is not where it was");
  return extension.replace(spin, rest).replace(shown, "");
}

/**
 * In the engine each function of a channel returns by an error that is thrown, and so does each look for a variable in an outer
 * scope. With a debugger at hand, as in a browser that is driven, V8 notes the whole stack of each: half of the engine's time,
 * for what it never shows, since what a channel did wrong has the channel's lines. These errors note none.
 */
function stackless(): void {
  const native = Error;
  const light = function (this: Error, message?: string) {
    const made = new.target === undefined ? Object.create(native.prototype) : this;
    if (message !== undefined)
      Object.defineProperty(made, "message", { value: String(message), writable: true, configurable: true });
    return made;
  };
  light.prototype = native.prototype;
  light.captureStackTrace = () => {};
  globalThis.Error = light as unknown as ErrorConstructor;
}

const write =
  /return (\w+)\.registry\.current\.set\((\w+),(\w+)\.value\),\1\.registry\.isDirty=!0,(\w+)\.True/;

/** The engine's registry takes whatever comes; here none of it while a channel has written "full" into a section of that name. */
function fillable(worker: string): string {
  if (!write.test(worker)) throw new Error("the engine's writing to the registry is not where it was");
  return worker.replace(
    write,
    'return $1.registry.current.has(this.devId+".full.full")?$4.False:($1.registry.current.set($2,$3.value),$1.registry.isDirty=!0,$4.True)',
  );
}

/** How the engine's scripts are mended. */
const mended: Readonly<Record<string, (script: string) => string>> = {
  "/brs-sg.js": restful,
  "/brs.worker.js": (worker) => `(${stackless})();\n${fillable(worker)}`,
};

async function serve(zip: Uint8Array, page: string): Promise<Server> {
  const texts: Record<string, Uint8Array | string> = { "/": page, "/channel.zip": zip };
  const server = createServer(({ url = "" }, res) => {
    const [path = ""] = url.split("?");
    const file = (engineFiles as Record<string, string>)[path];
    const type = path === "/" ? "text/html" : path.endsWith(".js") ? "text/javascript" : "application/zip";
    res.writeHead(texts[path] === undefined && file === undefined ? 404 : 200, {
      ...isolated,
      "content-type": type,
    });
    const mend = mended[path];
    if (file !== undefined && mend !== undefined) res.end(mend(readFileSync(file, "utf8")));
    else res.end(texts[path] ?? (file === undefined ? "" : readFileSync(file)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}
