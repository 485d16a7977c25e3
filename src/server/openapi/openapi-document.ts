import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from "zod-openapi";
import { sdkApi } from "../../core/api/sdk.ts";
import { platformApi } from "../../core/api.ts";
import { eventProblemCodes, type ProblemCode, problemCodes, problemDocument } from "../../core/problem.ts";
import type { RouteSpec } from "../../core/route.ts";
import { version } from "../version.ts";

const codes = Object.entries(problemCodes).map(
  ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`,
);
const description = `The Platform API, and the routes that client SDKs call.

Errors are RFC 9457 problem documents (\`application/problem+json\`). Their codes are stable:

| code | status | meaning |
| --- | --- | --- |
${codes.join("\n")}

Why an event is refused, in \`rejected\`: ${eventProblemCodes.map((code) => `\`${code}\``).join(", ")}.`;

/** OpenAPI 3.1 of both planes, made from the very table that validates requests. */
export function openApiDocument(platformUrl: string, sdkUrl: string): object {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Understudy",
      version,
      description,
      license: { name: "MIT" },
    },
    servers: [{ url: platformUrl, description: "Platform plane" }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A personal access token, or UNDERSTUDY_TOKEN.",
        },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An environment's API key." },
      },
    },
    paths: { ...paths(platformApi), ...paths(sdkApi, [{ url: sdkUrl, description: "SDK plane" }]) },
  });
}

function paths(
  table: Readonly<Record<string, RouteSpec>>,
  servers?: { url: string; description: string }[],
): ZodOpenApiPathsObject {
  const found: ZodOpenApiPathsObject = {};
  for (const [operationId, route] of Object.entries(table)) {
    const path = route.path.replace(/:([A-Za-z]+)/g, "{$1}");
    found[path] = {
      ...found[path],
      [route.method]: operation(operationId, route),
      ...(servers === undefined ? {} : { servers }),
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
    ...(route.access === "key" ? { security: [{ apiKey: [] }] } : {}),
    ...(route.path.startsWith("/v1.0") ? { deprecated: true } : {}),
    parameters: pathParameters(route.path),
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
  for (const status of route.status) found[String(status)] = success(route, status);
  const byStatus = grouped(problemsOf(route));
  for (const [status, codes] of byStatus) {
    found[String(status)] = {
      description: codes.join(", "),
      content: { "application/problem+json": { schema: problemDocument } },
    };
  }
  return found as Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;
}

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

function problemsOf(route: RouteSpec): ProblemCode[] {
  const codes: ProblemCode[] = ["unauthorized", ...(route.problems ?? [])];
  if (route.access !== "key" && route.access !== "account") codes.push("forbidden");
  if (route.path.includes(":")) codes.push("not-found");
  if (route.body !== undefined)
    codes.push("invalid-body", "invalid-json", "unsupported-media-type", "too-large");
  if (route.query !== undefined) codes.push("invalid-query");
  if (route.etag && route.method !== "get" && route.method !== "post") codes.push("stale");
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
