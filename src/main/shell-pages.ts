import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { protocol } from "electron";
import { shellScheme } from "./own-pages.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The files that the chooser is made of; no other path of the build, and no path out of it. */
const allowed = /^\/(chooser\.html|theme\.js|icon\.svg|assets\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)$/;

/** No request leaves the page: it loads its own files and talks to the shell by the preload script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Before the app is ready: its pages are an origin of their own, like a web site's. */
export function registerShellScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: shellScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the shell's own pages from the console's build. */
export function serveShellPages(rendererDir: string): void {
  protocol.handle(shellScheme, (request) => answerShellPage(rendererDir, request));
}

/** Only what is on the list, by GET, from the one host; whatever else is asked is not there. */
async function answerShellPage(
  rendererDir: string,
  { url, method }: Pick<Request, "url" | "method">,
): Promise<Response> {
  const { protocol: scheme, host, pathname } = new URL(url);
  const known =
    method === "GET" && scheme === `${shellScheme}:` && host === "shell" && allowed.test(pathname);
  const type = types[extname(pathname)];
  if (!known || type === undefined) return notThere();
  try {
    const body = await readFile(join(rendererDir, ...pathname.split("/")));
    return new Response(body, { headers: headersOf(type) });
  } catch {
    return notThere();
  }
}

const notThere = () =>
  new Response("Not found", { status: 404, headers: headersOf("text/plain; charset=utf-8") });

const headersOf = (type: string) => ({
  "Content-Type": type,
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
});
