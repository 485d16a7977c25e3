import { expect, it } from "vitest";
import type { BoundRoute } from "../../../../src/server/http/bind-routes.ts";
import { type LeanRequest, type LeanResponse, leanWay } from "../../../../src/server/http/lean.ts";

it.each([
  ["POST", "/sdk/v1/events", "track {}"],
  ["GET", "/sdk/v1/sessions/ses_1-a/states", 'states {"sessionId":"ses_1-a"}'],
  ["GET", "/sdk/v1/events", null],
  ["POST", "/sdk/v1/events/", null],
  ["POST", "/SDK/v1/events", null],
  ["POST", "/sdk/v1/events?key=us_dev_1", null],
  ["HEAD", "/sdk/v1/sessions/ses_1/states", null],
  ["GET", "/sdk/v1/sessions/ses%5F1/states", null],
  ["GET", "/sdk/v1/sessions/a/b/states", null],
])("%s %s is answered without Express: %s", (method, url, want) => {
  const answered: string[] = [];
  const route = (name: string, verb: BoundRoute["method"], path: string): BoundRoute => ({
    method: verb,
    path,
    answer: async (req) => {
      answered.push(`${name} ${JSON.stringify(req.params)}`);
    },
  });
  const lean = leanWay(
    [route("track", "post", "/sdk/v1/events"), route("states", "get", "/sdk/v1/sessions/:sessionId/states")],
    { prepare: () => {}, fresh: null, cors: () => {}, explain: () => {} },
  );
  const taken = lean({ method, url } as LeanRequest, {} as LeanResponse);
  expect([taken, answered[0] ?? null]).toEqual([want !== null, want]);
});
