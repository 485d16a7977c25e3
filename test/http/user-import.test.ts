import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

const path = "/v2/spaces/my-first-space/environments/development/users";
let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

async function importNdjson(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(`${path}/import`, server.platformUrl), {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/x-ndjson", ...headers },
    body: body as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

test("takes a long NDJSON body, gzipped, and counts what was created, updated and refused", async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    JSON.stringify({ id: `user-${index}`, fields: { plan: "gold", index } }),
  );
  lines[5] = '{"id":""}';
  lines[19_999] = "{cut off";
  const first = await importNdjson(gzipSync(lines.join("\n")), { "content-encoding": "gzip" });
  expect(first.body).toMatchObject({ created: 19_998, updated: 0 });
  expect(first.body.rejected.map((one: { index: number }) => one.index)).toEqual([5, 19_999]);
  const again = await importNdjson(lines.slice(0, 10).join("\n"));
  expect(again.body).toMatchObject({ created: 0, updated: 9 });
  const { body } = await server.api("GET", "/v2/spaces/my-first-space/environments/development/stats");
  expect(body).toMatchObject({ users: 19_998, visitors: 0 });
});

test.each([
  ["a line without an end", "x".repeat(5 * 1024 * 1024), {}, 413, "too-large"],
  ["what does not inflate", "not gzip", { "content-encoding": "gzip" }, 400, "invalid-request"],
  ["an unknown encoding", "{}", { "content-encoding": "zip" }, 415, "unsupported-media-type"],
  [
    "another charset",
    "{}",
    { "content-type": "application/x-ndjson; charset=iso-8859-1" },
    415,
    "unsupported-media-type",
  ],
  ["no right to it", '{"id":"a"}', { authorization: "Bearer nobody" }, 401, "unauthorized"],
])("refuses %s", async (_name, body, headers, status, code) => {
  const answer = await importNdjson(body, headers as unknown as Record<string, string>);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test("a stream that is only asked for its head is not kept open", async () => {
  const answer = await server.api("HEAD", "/v2/spaces/my-first-space/environments/development/events/stream");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
});

test("two users whose line is not UTF-8 don't become one", async () => {
  const lines = Buffer.from('{"id":"J\xf6rg"}\n{"id":"latin"}\n{"id":"J\xfcrg"}', "latin1");
  const { body } = await importNdjson(lines);
  expect(body).toEqual({
    created: 1,
    updated: 0,
    rejected: [
      { index: 0, detail: "the line is not UTF-8" },
      { index: 2, detail: "the line is not UTF-8" },
    ],
  });
});

test("a row with forty thousand faults is refused at the first of them", async () => {
  const many = (value: string) => Array.from({ length: 40_000 }, (_, index) => `"${index}":${value}`).join();
  const rows = [
    `{"id":"u1","fields":{${many("{}")}}}`,
    `{"id":"u2","fields":{"list":[${Array.from({ length: 40_000 }, () => "{}").join()}]}}`,
    `{"id":"u3","fields":{"plan":"gold"}}`,
  ];
  const { body } = await importNdjson(rows.join("\n"));
  expect(body).toEqual({
    created: 1,
    updated: 0,
    rejected: [
      { index: 0, detail: "/fields must have at most 500 fields" },
      { index: 1, detail: "/fields/list must be a string, number, boolean, date or a list of those" },
    ],
  });
});

test("an encoding by a name that every object has is unknown as any other, and ends nothing", async () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    for (const type of ["application/json", "application/x-ndjson"]) {
      const answer = await importNdjson("[]", { "content-encoding": name, "content-type": type });
      expect([name, answer.status, answer.body.code]).toEqual([name, 415, "unsupported-media-type"]);
    }
  expect((await server.api("GET", "/healthz")).status).toBe(200);
});

test("a row with a member that no user has is refused all the same", async () => {
  const { body } = await server.api("POST", `${path}/import`, [{ id: "x", sessions: 2, feilds: {} }]);
  expect(body.rejected).toEqual([{ index: 0, detail: "/feilds is not known here; remove it" }]);
});

test("who sends another kind of file is told which kinds are taken", async () => {
  const { status, body } = await importNdjson("id\nana", { "content-type": "text/csv" });
  const detail = "Send the body as application/json or application/x-ndjson; not text/csv.";
  expect([status, body.detail]).toEqual([415, detail]);
});
