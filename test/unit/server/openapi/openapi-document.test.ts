import { describe, expect, test } from "vitest";
import { sdkApi } from "../../../../src/core/api/sdk.ts";
import { platformApi } from "../../../../src/core/api.ts";
import type { RouteSpec } from "../../../../src/core/route.ts";
import { openApiDocument } from "../../../../src/server/openapi/openapi-document.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>;
}

const tables = { platform: platformApi, sdk: sdkApi } as const;

describe.each(["platform", "sdk"] as const)("OpenAPI of the %s plane", (plane) => {
  const { paths } = openApiDocument(plane, "http://127.0.0.1:4747") as {
    paths: Record<string, Record<string, Operation>>;
  };
  const table: Readonly<Record<string, RouteSpec>> = tables[plane];
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const headersIn = ({ parameters }: Operation) =>
    parameters.filter((one) => one.in === "header").map(({ name }) => name);

  test("knows what a read is answered whose caller has it already, and no other", () => {
    const conditional = operations.filter(({ responses }) => "304" in responses);
    expect(conditional.map(({ operationId }) => operationId)).toEqual(
      Object.keys(table).filter((name) => table[name]?.method === "get" && table[name].etag),
    );
    for (const operation of conditional) {
      expect(headersIn(operation)).toEqual(["If-None-Match"]);
      expect(operation.responses["304"]?.content).toBeUndefined();
      for (const status of ["200", "304"])
        expect(operation.responses[status]?.headers).toHaveProperty("ETag");
    }
  });

  test("says where a refusal may have a time to try again", () => {
    for (const { responses } of operations)
      for (const [status, { headers = {} }] of Object.entries(responses))
        if (status !== "410")
          expect("Retry-After" in headers).toBe(["429", "503", "default"].includes(status));
        // What is gone for good leads on; a pairing code, after too many tries, comes back.
        else expect("Retry-After" in headers).toBe(!("Link" in headers));
  });
});

test("OpenAPI knows that the events' stream goes on, and what has been deprecated", () => {
  const text = JSON.stringify(openApiDocument("platform", "http://127.0.0.1:4747"));
  const { paths } = JSON.parse(text);
  const stream = paths["/v2/spaces/{spaceId}/environments/{envKey}/events/stream"].get;
  expect(stream.parameters).toContainEqual(expect.objectContaining({ name: "Last-Event-ID", in: "header" }));
  const old = paths["/v1.0/spaces/{spaceId}/users"].get.responses["200"];
  expect(Object.keys(old.headers)).toEqual(["Understudy-Clock", "Deprecation", "Link"]);
});
