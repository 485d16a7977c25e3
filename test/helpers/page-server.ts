import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const entry = "understudy-test-app";

/** Bundles a module for a browser, as an app's build would; nothing is written to disk. */
export async function bundle(source: string): Promise<string> {
  const built = await build({
    root: fileURLToPath(new URL("../../", import.meta.url)),
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id.endsWith(entry) ? id : null),
        load: (id) => (id.endsWith(entry) ? source : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ["iife"], name: "app" } },
  });
  const [output] = [built].flat();
  const chunk = output !== undefined && "output" in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error("the bundle has no output");
  return chunk.code;
}

/** A web app on a loopback port of its own: one page that loads `script`. */
export async function servePage(script: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((req, res) => {
    const [type, text] =
      req.url === "/app.js"
        ? ["text/javascript", script]
        : [
            "text/html",
            '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script src="/app.js"></script>',
          ];
    res.setHeader("Content-Type", `${type}; charset=utf-8`);
    res.end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
