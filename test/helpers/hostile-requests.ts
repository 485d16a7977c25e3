import type { AnyRoute } from "./every-route.ts";
import { type HostileBody, hostileBodies, hugeBodies } from "./hostile-bodies.ts";
import type { Random } from "./random.ts";

export interface HostileRequest {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Real names for path parameters, so that requests get as far as the work itself. */
export type Params = Readonly<Record<string, string>>;

const hostileSegments = [
  "%00",
  "%",
  "%f",
  "%ff",
  "%E0%A4%A",
  "%C0%AE",
  "..",
  "%2e%2e",
  "..%2f..%2f..%2fetc%2fpasswd",
  "..%5c..%5cwindows",
  "%2F",
  "%0d%0aX-Evil:1",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "a".repeat(5000),
  "%F0%9F%8E%89",
  "%ED%A0%80",
  "'--",
  ";",
  "*",
  "%20",
  "%3Cscript%3E",
  "null",
  "-1",
  "0",
  "1e9",
  "NaN",
  "~",
  "@",
  ":spaceId",
  "%25%32%46",
];
const hostileQueries = [
  "limit=NaN",
  "limit=-1",
  "limit=1e9",
  "limit=",
  "limit=1&limit=2",
  "limit[]=1",
  "limit[__proto__]=1",
  "cursor=x",
  "cursor=%00",
  "cursor=%ff",
  "cursor=%",
  "cursor=AAAA",
  "__proto__=1",
  "__proto__[x]=1",
  "constructor=1",
  "toString=1",
  "from=x",
  "from=99999999999999",
  "to=",
  "where=x",
  "where=:",
  "where=a:b&where=c:d&where=e:f&where=g:h",
  "name=%00",
  "name=/",
  "kind=__proto__",
  "q=%25_%27",
  "status=x",
  "userId=",
  "lastEventId=-1",
  "lastEventId=1e30",
  "key=__proto__",
  "key=a&key=b",
  "data=%00",
  "data=e30",
  "token=x",
  "=&=&=",
  "&&&",
  "%",
  "%%%",
  "?????",
  "a=%E0%A4%A",
  `q=${"x".repeat(7000)}`,
  Array.from({ length: 1500 }, (_, n) => `k${n}`).join("&"),
  "version=1&dryRun=__proto__",
];
const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { authorization: "" },
  { authorization: "Bearer" },
  { authorization: "Bearer  " },
  { authorization: `Bearer ${"x".repeat(6000)}` },
  { authorization: "Basic !!!!" },
  { authorization: "Basic Og==" },
  { authorization: "Bearer __proto__" },
  { authorization: "Digest x" },
  { authorization: "\u00ff\u00fe" },
  { cookie: "a" },
  { cookie: "=;=;;; __proto__=1" },
  { cookie: `x=${"y".repeat(6000)}` },
  { cookie: "understudy=%00" },
  { cookie: "understudy_session=%E0%A4%A" },
  { "x-api-key": "" },
  { "x-api-key": "__proto__" },
  { "x-api-key": "us_dev_" },
  { "x-api-key": "\u00ff" },
  { "if-match": "x" },
  { "if-match": '"' },
  { "if-match": "W/" },
  { "if-match": "*,*" },
  { "if-none-match": "\u00ff" },
  { "last-event-id": "x" },
  { "last-event-id": "-1" },
  { "last-event-id": "99999999999999999999" },
  { "last-event-id": "\u00ff" },
  { accept: "x" },
  { accept: "*/*;q=x,,,;" },
  { accept: "application/zip;q=9" },
  { "accept-encoding": ";" },
  { "accept-language": "\u00ff" },
  { range: "bytes=9-1" },
  { range: "x" },
  { "x-request-id": "a b\u00ff" },
  { "x-request-id": "x".repeat(5000) },
  { "x-forwarded-host": "evil.example" },
  { "x-forwarded-for": "1.1.1.1" },
  { "x-http-method-override": "DELETE" },
  { "x-original-url": "/v2/tokens" },
  { te: "x" },
  { "content-length": "0" },
  { "if-modified-since": "x" },
  { "sec-fetch-site": "x" },
  { expect: "200-ok" },
  { prefer: "\u00ff" },
];
const otherMethods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "SEARCH",
  "LINK",
  "M-SEARCH",
  "PURGE",
];

/** Takes away what a request must not take away, or the rest would meet an empty server. */
const destroys = ({ method, path }: AnyRoute) => method === "DELETE" || path.endsWith("/api-key");

const fill = (path: string, params: Params) =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => params[name] ?? "nope");

/** The path with one parameter hostile; a path without any gets a hostile end. */
function hostilePath(path: string, params: Params, random: Random): string {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");
  const segment = random.pick(hostileSegments);
  if (names.length === 0)
    return random.pick([`${path}/${segment}`, `/${segment}${path}`, `${path}${segment}`, `/${path}`]);
  return fill(path, { ...params, [random.pick(names)]: segment });
}

/** `count` bad requests for a route, of every kind in turn. What destroys is only ever asked of things that are not there. */
export function* hostileRequests(
  route: AnyRoute,
  given: Params,
  count: number,
  random: Random,
): Generator<HostileRequest> {
  const params = destroys(route) ? {} : given;
  const path = fill(route.path, params);
  const kinds = Object.keys(hostileBodies);
  const withBody = (kind: string, { headers, body }: HostileBody): HostileRequest => ({
    kind,
    method: route.method,
    path,
    headers,
    body,
  });
  for (let n = 0; n < count; n += 1) {
    const kind = kinds[n % kinds.length] ?? "";
    const make = hostileBodies[kind];
    if (n === 0) yield withBody("huge", random.pick(hugeBodies));
    else if (n % 5 === 1)
      yield { kind: "path", method: route.method, path: hostilePath(route.path, given, random), headers: {} };
    else if (n % 5 === 2)
      yield {
        kind: "query",
        method: route.method,
        path: `${path}?${random.pick(hostileQueries)}`,
        headers: {},
      };
    else if (n % 5 === 3)
      yield { kind: "header", method: route.method, path, headers: random.pick(hostileHeaders) };
    else if (n % 20 === 19)
      yield { kind: "method", method: random.pick(otherMethods), path: fill(route.path, {}), headers: {} };
    else if (make !== undefined) yield withBody(kind, make(route.example, random));
  }
}
