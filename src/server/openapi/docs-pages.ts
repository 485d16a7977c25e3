import { createHash } from "node:crypto";
import { type Request, type Response, Router } from "express";
import { problemCodes } from "../../core/problem.ts";
import { pageSecret } from "../../core/sign-in.ts";
import { builtFolder, pageHeaders } from "../http/pages.ts";
import { answerReads } from "../http/refuse-other-methods.ts";

const settings = {
  sources: [
    { title: "Platform API", url: "/v2/openapi.json" },
    { title: "SDK plane", url: "/v2/openapi-sdk.json" },
  ],
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  mcp: { disabled: true },
  agent: { disabled: true },
};
/** In a browser whose storage is closed, reading it throws, or there is none: the reference shows all the same, and remembers nothing. */
const withoutStorage = `try { localStorage.length; } catch {
  const value = { getItem: () => null, setItem() {}, removeItem() {} };
  Object.defineProperty(window, "localStorage", { value });
}`;
/** Its requests are signed in as the console's are, where nobody gives a token. */
const asConsole = `const send = fetch; window.fetch = (input, init) => {
  const request = new Request(input, init);
  const secret = localStorage.getItem("${pageSecret.entry}");
  if (secret && new URL(request.url).origin === location.origin) request.headers.set("${pageSecret.header}", secret);
  return send(request);
};`;
const start = `${withoutStorage}
${asConsole}
Scalar.createApiReference("#reference", ${JSON.stringify(settings)});`;
const hash = createHash("sha256").update(start).digest("base64");

/** The page's own script by its hash; the reference needs inline styles, and compiles nothing at run time. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash}'`,
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Understudy API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/docs/standalone.js"></script>
<script>${start}</script>
</body>
</html>
`;

/** The description of the API, and the page that shows it; all of it comes from this server. */
export function docsPages(folder: string = builtFolder("docs")): Router {
  const router = Router();
  answerReads(router, "/docs", pageHeaders(policy), (_req, res) => {
    res.type("html").send(page);
  });
  answerReads(router, "/docs/standalone.js", (_req, res) => {
    res
      .set("Cache-Control", "public, max-age=3600")
      .sendFile("standalone.js", { root: folder, acceptRanges: false });
  });
  answerReads(router, "/problems", (_req, res) => {
    res.json({
      data: Object.entries(problemCodes).map(([code, { status, title }]) => ({ code, status, title })),
      next: null,
    });
  });
  answerReads(router, "/problems/:code", (_req, res) => res.redirect(302, "/docs"));
  return router;
}

/** An OpenAPI document for each plane, made once it is first asked for: its library is not worth loading at every start. */
export function openApiRoutes(addresses: () => { platformUrl: string; sdkUrl: string }): Router {
  const router = Router();
  const describe = (path: string, plane: "platform" | "sdk") => {
    let text: string | null = null;
    answerReads(router, path, async (_req: Request, res: Response) => {
      if (text === null) {
        const { openApiDocument } = await import("./openapi-document.ts");
        const { platformUrl, sdkUrl } = addresses();
        text = JSON.stringify(openApiDocument(plane, plane === "sdk" ? sdkUrl : platformUrl));
      }
      res.type("json").send(text);
    });
  };
  describe("/v2/openapi.json", "platform");
  describe("/v2/openapi-sdk.json", "sdk");
  return router;
}
