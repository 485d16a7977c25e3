import type { Response } from "express";

/**
 * Headers of a sign-in page. A browser holds a form's redirects to `form-action` too, so the place that the sign-in leads
 * back to has to be named there. The referrer stays within the origin, not "no-referrer": that would make the origin
 * of a form `null`, which is refused.
 *
 * @param leadsTo addresses beyond our own that the page's forms may end at
 */
export function setPageHeaders(res: Response, leadsTo: readonly string[] = []): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${["'self'", ...leadsTo.map(sourceOf)].join(" ")}`,
    "frame-ancestors 'none'",
  ];
  res.set({
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
}

/** A content security policy has no words for an IPv6 address. */
function sourceOf(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return hostname.startsWith("[") ? protocol : origin;
}
