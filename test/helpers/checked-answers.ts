import { sdkApi } from "../../src/core/api/sdk.ts";
import { platformApi } from "../../src/core/api.ts";
import { problemDocument } from "../../src/core/problem.ts";
import type { RouteSpec } from "../../src/core/route.ts";
import { anywhere, openApiDocument, problemsOf } from "../../src/server/openapi/openapi-document.ts";
import type { ApiAnswer, TestServer } from "./server.ts";

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/:[A-Za-z]+/g, "[^/]+")}$`);
const routes = Object.values<RouteSpec>({ ...platformApi, ...sdkApi }).map((route) => ({
  route,
  matches: pattern(route.path),
}));

/** The code of a problem that the OpenAPI document of the route does not have, or null. */
export function undocumented(method: string, path: string, code: string): string | null {
  const route = routeOf(method, path);
  if (route === undefined || [...problemsOf(route), ...anywhere].some((one) => one === code)) return null;
  return `${code}, which the OpenAPI document of ${route.method} ${route.path} does not have`;
}

const routeOf = (method: string, path: string): RouteSpec | undefined => {
  const [plain = ""] = path.split("?", 1);
  return routes.find(({ route, matches }) => route.method === method.toLowerCase() && matches.test(plain))
    ?.route;
};

interface Documented {
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
}
const operations = (["platform", "sdk"] as const).flatMap((plane) => {
  const { paths } = openApiDocument(plane, "http://127.0.0.1") as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => [`${method} ${path}`, responses] as const),
  );
});
const responsesOf = new Map(operations);

/** What HTTP libraries see to, and what every answer has. */
const general =
  /^(cache-control|connection|content-(?!disposition).*|date|keep-alive|transfer-encoding|vary|x-content-type-options|x-request-id|access-control-.*)$/;

/** The headers of an answer that the OpenAPI document of the route does not have. */
function undocumentedHeaders(
  method: string,
  path: string,
  { status, headers }: Pick<ApiAnswer, "status" | "headers">,
): string[] {
  const route = routeOf(method, path);
  if (route === undefined) return [];
  const responses = responsesOf.get(`${route.method} ${route.path.replace(/:([A-Za-z]+)/g, "{$1}")}`) ?? {};
  const known = Object.keys((responses[status] ?? responses.default)?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  return [...headers.keys()].filter((name) => !general.test(name) && !known.includes(name));
}

/** Fails where an answer is not what the route table says: its status, its schema, or a problem's shape. */
function check(method: string, path: string, answer: ApiAnswer): void {
  const place = `${method} ${path} answered ${answer.status}`;
  if (answer.headers.get("x-request-id") === null) throw new Error(`${place} without X-Request-Id`);
  const headers = undocumentedHeaders(method, path, answer);
  if (headers.length > 0)
    throw new Error(`${place} with ${headers.join(", ")}, which its OpenAPI document does not have`);
  if (answer.status >= 400) {
    const { errors = [] } = problemDocument.parse(answer.body);
    const told = new Set(errors.map(({ path: at, detail }) => `${at} ${detail}`));
    if (told.size < errors.length) throw new Error(`${place} with one fault twice`);
    if (answer.body.status !== answer.status)
      throw new Error(`${place} with a problem of status ${answer.body.status}`);
    const fault = undocumented(method, path, answer.body.code);
    if (fault !== null) throw new Error(`${place} ${fault}`);
    return;
  }
  const found = routeOf(method, path);
  if (found === undefined || found.media !== undefined || answer.status === 304) return;
  if (!found.status.includes(answer.status))
    throw new Error(`${place}; the table says ${found.status.join(", ")}`);
  const schema = found.answer;
  if (schema !== undefined) schema.parse(answer.body);
  else if (answer.body !== "") throw new Error(`${place} with a body that the table does not have`);
}

/** The same callers, each of whose answers is held against the route table. */
export function checkedCallers(server: TestServer): { api: TestServer["api"]; sdk: TestServer["sdk"] } {
  const checked =
    (call: TestServer["api"]): TestServer["api"] =>
    async (method, path, body, headers) => {
      const answer = await call(method, path, body, headers);
      check(method, path, answer);
      return answer;
    };
  return { api: checked(server.api), sdk: checked(server.sdk) };
}
