import type { ServerResponse } from "node:http";

/** In the sign-in pages' look; all in one file, since nothing else is served at this port. */
const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1e1d1c; --muted: #5f5c58; --mark: #c81e4a }
@media (prefers-color-scheme: dark) { :root { --ground: #12110f; --text: #ebe9e6; --muted: #a09c97; --mark: #f0809c } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text); font: 14px/22px Inter, system-ui, sans-serif }
main { width: min(420px, 100vw - 48px) }
p { margin: 0 }
.name { color: var(--muted) }
.name::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 9px; border: 2px solid var(--mark); border-top: 0; border-radius: 0 0 6px 6px }
h1 { margin: 12px 0; font-size: 20px; line-height: 26px; font-weight: 600; letter-spacing: -0.011em }
`;

/** Says something to the person in the browser, on a page of its own. */
export function sayInBrowser(res: ServerResponse, status: number, title: string, words: string): void {
  res.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    Connection: "close",
  });
  res.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Understudy</title><style>${style}</style></head>` +
      `<body><main><p class="name">Understudy</p><h1>${title}</h1><p>${words}</p></main></body></html>`,
  );
}
