import { existsSync, readdirSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler, Router } from "express";
import { answerReads, takesOnly } from "./refuse-other-methods.ts";

/** What every page may load: its own files and nothing from anywhere else. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export const pageHeaders =
  (policy: string): RequestHandler =>
  (_req, res, next) => {
    res.set({
      "Content-Security-Policy": policy,
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    next();
  };

/** Where each folder is: beside the bundle, and seen from a chunk of it or from the source. */
const places = {
  renderer: ["../renderer", "../../../out/renderer"],
  docs: ["../docs", "../../../out/docs"],
  resources: ["../../resources", "../../../resources"],
  sdk: ["../sdk", "../../../out/sdk"],
  demo: ["../demo", "../../../out/demo"],
} as const;

/** A folder of the build or of the repository. */
export function builtFolder(name: keyof typeof places): string {
  const folders = places[name].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? folders[0] ?? name;
}

/** The console, from wherever it lies, be it below a hidden folder as an AppImage's: its files, and its one page for every address that is not a file. */
export function consolePages(folder: string = builtFolder("renderer")): Router {
  const router = Router();
  router.use(pageHeaders(consolePolicy));
  router.use(builtFiles(folder));
  answerReads(router, /^\/($|spaces($|\/)|welcome$)/, (_req, res) => {
    res.set("Cache-Control", "no-store").sendFile("index.html", { root: folder, acceptRanges: false });
  });
  return router;
}

/** The files of a folder of the build; every method but a read is refused at them. */
export function builtFiles(folder: string): Router {
  const router = Router();
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      etag: true,
      maxAge: 0,
      acceptRanges: false,
      setHeaders: cacheBuilt,
    }),
  );
  let names: ReadonlySet<string> | undefined;
  router.use((req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    names ??= new Set(filesIn(folder));
    if (!names.has(req.path)) return next();
    takesOnly("GET", "HEAD")(req, res, next);
  });
  return router;
}

/** As paths below the folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(folder.length).replaceAll(sep, "/")}/${name}`);
}

/** Built assets carry their hash in their name, so they never change. They lie in a folder of that name; the program may lie below another one. */
function cacheBuilt(res: { setHeader: (name: string, value: string) => unknown }, path: string): void {
  if (/[\\/]assets[\\/][^\\/]+$/.test(path))
    res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
}
