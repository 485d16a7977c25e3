import type { IncomingMessage } from "node:http";
import { Problem } from "../../core/problem.ts";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The host name of a Host header, without its port; null where it is not one. */
function hostName(host: string | undefined): string | null {
  const match = /^(\[[0-9a-f:]+\]|[^:/\s@]+)(?::(\d{1,5}))?$/i.exec(host ?? "");
  const port = Number(match?.[2] ?? 80);
  return port >= 1 && port <= 65_535 ? (match?.[1]?.toLowerCase() ?? null) : null;
}

/** Whether a page is served from this machine, on whatever port: from loopback, or from one of `alsoOwn`. */
export function isOwnOrigin(origin: string, alsoOwn: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin);
  const name = hostName(match?.[1]);
  return name !== null && (loopbackNames.has(name) || alsoOwn.has(name));
}

/**
 * Makes the target of a request that names its host (RFC 9112, 3.2.2) the path in it, where that host is what Host says: then both
 * say the same, and Host is looked at as ever. A target that names another one stays, and is refused.
 */
export function takeAbsolute(req: IncomingMessage): void {
  const [, host, path] = /^https?:\/\/([^/?#]+)(\/.*)?$/i.exec(req.url ?? "") ?? [];
  if (host !== undefined && host.toLowerCase() === req.headers.host?.toLowerCase()) req.url = path ?? "/";
}

/**
 * Refuses a Host that is not ours: a page elsewhere whose name was pointed at this machine (DNS rebinding) sends its own.
 * So does a request whose target is no path, and one with two Hosts.
 *
 * @throws Problem forbidden-host
 */
export function assertOwnHost(
  req: IncomingMessage,
  alsoAllowed: ReadonlySet<string>,
  outside: URL | null = null,
): void {
  // A trusted proxy may have named another Host than the one that it sent.
  const once = hostsIn(req.rawHeaders) === 1;
  const isPath = req.url?.startsWith("/") === true;
  const name = once && isPath ? hostName(req.headers.host) : null;
  if (name !== null && (loopbackNames.has(name) || alsoAllowed.has(name) || name === outside?.hostname))
    return;
  // A balancer calls these by any name, and they tell nothing.
  if (outside !== null && (req.url === "/healthz" || req.url === "/readyz")) return;
  if (!isPath)
    throw new Problem("forbidden-host", "The target of a request must be a path here, such as /healthz.");
  throw new Problem(
    "forbidden-host",
    `Call this server by ${outside === null ? "" : `${outside.origin}, `}127.0.0.1, localhost or [::1]; another Host is refused.`,
  );
}

/** Not by `headersDistinct`: it copies all headers, and the copy lives as long as the request. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts;
}

/** The origin of a request's own plane: the public one where it was called by that, else what its Host says. */
export const originOf = ({ headers: { host } }: IncomingMessage, outside: URL | null): string =>
  outside !== null && hostName(host) === outside.hostname ? outside.origin : `http://${host}`;

/**
 * The platform plane answers its own pages and programs, no other page: an Origin must be its own, and a browser's
 * request from elsewhere must be a plain navigation.
 *
 * @throws Problem forbidden-origin
 */
export function assertSameOrigin(req: IncomingMessage, outside: URL | null = null): void {
  const { origin } = req.headers;
  const site = req.headers["sec-fetch-site"];
  const fromElsewhere =
    (site === "cross-site" || site === "same-site") && req.headers["sec-fetch-mode"] !== "navigate";
  const foreign = origin !== undefined && origin.toLowerCase() !== originOf(req, outside).toLowerCase();
  if (foreign || fromElsewhere) {
    throw new Problem(
      "forbidden-origin",
      "Only the console's own pages may call the Platform API from a browser.",
    );
  }
}
