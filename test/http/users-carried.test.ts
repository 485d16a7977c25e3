import { expect, onTestFinished, test } from "vitest";
import type { User } from "../../src/core/user.ts";
import { startServerHere } from "../helpers/server.ts";

const path = "/v2/spaces/my-first-space/environments/development/users";
const ndjson = { "content-type": "application/x-ndjson" };

test("users as one environment lists them go into another, as JSON and as NDJSON", async () => {
  const server = await startServerHere();
  onTestFinished(() => server.remove());
  const labels = ["carried"];
  await server.api("POST", `${path}/import`, [
    { id: "ana", labels, fields: { plan: "gold", age: 34, vip: true, born: "1992-02-29", of: [1, "x"] } },
    { id: "device-1", kind: "visitor", labels: [...labels, "vip"] },
    { id: "ana", kind: "visitor", labels, fields: { "a/b": "ünï" } },
  ]);
  const device = { id: "d1", platform: "web", locale: "pt", timeZone: "Europe/Lisbon" };
  const begun = { userId: "ana", sdk: { name: "browser", version: "1.0.0" }, device };
  expect((await server.sdk("POST", "/sdk/v1/sessions", begun)).status).toBe(201);
  const listed: User[] = (await server.api("GET", path)).body.data;
  expect(listed.map(({ sessions }) => sessions).sort()).toEqual([0, 0, 1]);

  const [staging, production] = ["staging", "production"].map((key) => path.replace("development", key));
  const lines = listed.map((one) => JSON.stringify(one)).join("\n");
  const done = [
    (await server.api("POST", `${staging}/import`, listed)).body,
    (await server.api("POST", `${production}/import`, lines, ndjson)).body,
  ];
  expect(done).toEqual(Array(2).fill({ created: 3, updated: 0, rejected: [] }));
  const own = ({ id, kind, fields, labels }: User) => ({ id, kind, fields, labels });
  for (const there of [staging, production])
    expect((await server.api("GET", `${there}`)).body.data.map(own)).toEqual(listed.map(own));
});
