import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from "zod-openapi";
import { sdkApi } from "../../core/api/sdk.ts";
import { platformApi } from "../../core/api.ts";
import {
  eventProblemCodes,
  type ProblemCode,
  problemCodes,
  problemDocument,
  problemType,
} from "../../core/problem.ts";
import { type AnswerHeader, type RouteSpec, takesPrecondition } from "../../core/route.ts";
import { version } from "../version.ts";

const codes = Object.entries(problemCodes).map(
  ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`,
);
const errors = `Errors are RFC 9457 problem documents (\`${problemType}\`). Their codes are stable:

| code | status | meaning |
| --- | --- | --- |
${codes.join("\n")}

Why an event is refused, in \`rejected\`: ${eventProblemCodes.map((code) => `\`${code}\``).join(", ")}.`;

const planes = {
  platform: {
    title: "Understudy: the Platform API",
    about:
      "What operators and their tools call. Routes that client SDKs call are described in `/v2/openapi-sdk.json`.",
    routes: platformApi,
    security: "bearer",
  },
  sdk: {
    title: "Understudy: the SDK plane",
    about:
      "The routes that client SDKs call, with an environment's API key. OFREP and the Segment-compatible routes beside them have their own standards' descriptions.",
    routes: sdkApi,
    security: "apiKey",
  },
} as const;

/** OpenAPI 3.1 of a plane at its address, made from the very table that validates requests. */
export function openApiDocument(plane: keyof typeof planes, url: string): object {
  const { title, about, routes, security } = planes[plane];
  const tags = [...new Set(Object.values<RouteSpec>(routes).map(({ tag }) => tag))];
  return createDocument({
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: `${about}\n\n${errors}`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url }],
    tags: tags.map((name) => ({ name })),
    security: [{ [security]: [] }],
    components: { securitySchemes: { [security]: securitySchemes[security] } },
    paths: paths(routes),
  });
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A personal access token, or UNDERSTUDY_TOKEN.",
  },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An environment's API key." },
} as const;

function paths(table: Readonly<Record<string, RouteSpec>>): ZodOpenApiPathsObject {
  const found: ZodOpenApiPathsObject = {};
  for (const [operationId, route] of Object.entries(table)) {
    const path = route.path.replace(/:([A-Za-z]+)/g, "{$1}");
    found[path] = {
      ...found[path],
      [route.method]: operation(operationId, route),
    };
  }
  return found;
}

function operation(operationId: string, route: RouteSpec) {
  const query = route.query as never;
  const body = route.body as never;
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.access === "public" ? { security: [] } : {}),
    ...(isLegacy(route.path) ? { deprecated: true } : {}),
    parameters: [...pathParameters(route.path), ...headersOf(route)],
    ...(route.query === undefined ? {} : { requestParams: { query } }),
    ...(route.body === undefined
      ? route.file === true && fileBody
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: { "application/json": { schema: body } },
          },
        }),
    responses: responses(route),
  };
}

const headerParameter = (name: string, description: string) =>
  ({ name, in: "header", schema: { type: "string" }, description }) as const;

const preconditions = [
  headerParameter(
    "If-Match",
    "The ETag of the object as it was read, or several: if it has changed since, the request is refused. `*`: whatever is there, but something.",
  ),
  headerParameter("If-None-Match", "`*`: refused where there is one already."),
];
const ifSeen = headerParameter(
  "If-None-Match",
  "The ETag of an answer that you have, or several: answered 304 where that is still it.",
);
const lastEvent = headerParameter(
  "Last-Event-ID",
  "The `id` of the last event that was read: the stream goes on behind it.",
);

const headersOf = (route: RouteSpec) => [
  ...(takesPrecondition(route) ? preconditions : []),
  ...(isConditional(route) ? [ifSeen] : []),
  ...(route.resumes === true ? [lastEvent] : []),
];

/** Whether who has the answer already is told no more than that. */
const isConditional = ({ method, etag }: RouteSpec): boolean => method === "get" && etag === true;

const fileBody = {
  requestBody: {
    required: true,
    content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
  },
};

const pathParameters = (path: string) =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string" as const },
    ...(name === "envKey"
      ? { description: "development, staging, production, or that environment's API key." }
      : {}),
  }));

function responses(route: RouteSpec): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  const found: Record<string, ZodOpenApiResponseObject> = {};
  for (const status of route.status)
    found[String(status)] = { ...success(route, status), headers: answered(route, status) };
  if (isConditional(route))
    found["304"] = { description: "As If-None-Match has it", headers: answered(route, 304) };
  const byStatus = grouped(problemsOf(route));
  for (const [status, codes] of byStatus) {
    found[String(status)] = {
      description: codes.join(", "),
      content: problemContent,
      headers: refused(route, status),
    };
  }
  const rest = {
    description: `Any request: ${anywhere.join(", ")}`,
    content: problemContent,
    headers: { ...retryAfter, ...header("Upgrade", "With 426: the least version of the CLI.") },
  };
  return { ...found, default: rest } as Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;
}

/** What a refusal says beside its problem. */
function refused({ path }: RouteSpec, status: number) {
  switch (status) {
    case 401:
    case 403:
      return header("WWW-Authenticate", "How to sign in (RFC 6750).");
    case 410:
      return isLegacy(path) ? successor : retryAfter;
    case 429:
    case 503:
      return retryAfter;
    default:
      return {};
  }
}
const isLegacy = (path: string): boolean => path.startsWith("/v1.0");
const retryAfter = header("Retry-After", "After how many seconds to try again, where that is known.");

const successor = header("Link", "What follows it: `successor-version`.");

const said: Readonly<Record<AnswerHeader, string>> = {
  "Understudy-Clock": "By which time it was answered: the platform clock's mode, and `at=` with the time.",
  "Understudy-SDK-Advice": "What the platform advises about the SDK's version, where it does.",
  "Content-Disposition": "A name for the file.",
  ETag: "Names this version of the answer (RFC 9110, 8.8.3).",
};

/** What an answer says beside its body. */
function answered({ etag, path, says = [] }: RouteSpec, status: number) {
  const names = etag === true && status !== 204 ? ["ETag" as const, ...says] : says;
  const deprecated = isLegacy(path) && { ...header("Deprecation", "Since when (RFC 9745)."), ...successor };
  return { ...Object.assign({}, ...names.map((name) => header(name, said[name]))), ...deprecated };
}

function header(name: string, description: string) {
  return { [name]: { description, schema: { type: "string" as const } } };
}

const problemContent = { [problemType]: { schema: problemDocument } };

/** The codes that any request may be refused with. */
export const anywhere: readonly ProblemCode[] = [
  "invalid-request",
  "forbidden-host",
  "forbidden-origin",
  "request-timeout",
  "too-large",
  "upgrade-required",
  "internal-error",
  "busy",
  "storage-failed",
  "read-only",
  "not-ready",
];

function success(route: RouteSpec, status: number): ZodOpenApiResponseObject {
  const description = status === 201 ? "Created" : status === 204 ? "Done" : status === 202 ? "Kept" : "OK";
  if (route.media !== undefined)
    return { description, content: { [route.media]: { schema: { type: "string" } } } };
  if (route.answer === undefined) return { description };
  const json = { "application/json": { schema: route.answer as never } };
  const { alternative } = route;
  const content = alternative === undefined ? json : { ...json, [alternative]: binary };
  return { description, content };
}

const binary = { schema: { type: "string" as const, format: "binary" } };

/** The codes of what a route may refuse. */
export function problemsOf(route: RouteSpec): ProblemCode[] {
  const codes: ProblemCode[] = ["unauthorized", ...(route.problems ?? [])];
  if (route.access !== "key" && route.access !== "account") codes.push("forbidden");
  if (route.path.includes(":")) codes.push("not-found");
  if (route.body !== undefined)
    codes.push("invalid-body", "invalid-json", "unsupported-media-type", "too-large");
  // The SDK plane passes over a query that is not known.
  if (route.query !== undefined || route.access !== "key") codes.push("invalid-query");
  // Also where what it changes has no ETag: one that is asked for is refused then.
  if (route.method !== "get") codes.push("stale");
  return [...new Set(codes)];
}

function grouped(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  const found = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problemCodes[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}
