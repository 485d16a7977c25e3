import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderOfPeople } from "../helpers/people.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
const space = "/v2/spaces/space-a";
const stream = `${space}/environments/development/events/stream`;
const owner = "us_pat_owner_of_a";
const open = new Set<AbortController>();

beforeEach(async () => {
  server = await startServerHere({ dataDir: await folderOfPeople() });
  await as(owner, "POST", "/v2/spaces", { orgId: "org_a", name: "a", key: "space-a" });
});
afterEach(async () => {
  for (const one of open) one.abort();
  await server?.remove();
});

const as = (token: string, method: string, path: string, body?: unknown) =>
  server.api(method, path, body, { authorization: `Bearer ${token}` });

/** Follows a stream; `ended` turns true when the server ends it. */
async function follow(url: string, headers: Record<string, string>): Promise<{ ended: boolean }> {
  const stop = new AbortController();
  open.add(stop);
  const response = await fetch(url, { headers, signal: stop.signal });
  expect(response.status).toBe(200);
  const followed = { ended: false };
  const read = async () => {
    for await (const _ of response.body ?? []) {
      // Only its end matters.
    }
    followed.ended = true;
  };
  read().catch(() => undefined);
  return followed;
}
const followAs = (token: string) =>
  follow(`${server.platformUrl}${stream}`, { authorization: `Bearer ${token}` });

describe("a stream of events ends", () => {
  it("with the token that opened it, and no other does", async () => {
    const { id, token } = (await as(owner, "POST", "/v2/tokens", { name: "Watcher", role: "viewer" })).body;
    const [theirs, others] = [await followAs(token), await followAs(owner)];
    await as(owner, "DELETE", `/v2/tokens/${id}`);
    await expect.poll(() => theirs.ended).toBe(true);
    expect(others.ended).toBe(false);
  });

  it("with the membership", async () => {
    const theirs = await followAs("us_pat_viewer_of_a");
    const { data } = (await as(owner, "GET", "/v2/orgs/org_a/members")).body;
    const { accountId } = data.find((one: { name: string }) => one.name === "viewer of a");
    await as(owner, "DELETE", `/v2/orgs/org_a/members/${accountId}`);
    await expect.poll(() => theirs.ended).toBe(true);
  });
});

it("a stream goes on where its Space gets another key", async () => {
  const response = await fetch(`${server.platformUrl}${stream}`, {
    headers: { authorization: `Bearer ${owner}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain(": connected");
  const beside = await followAs("us_pat_viewer_of_a");
  const { apiKey } = (await as(owner, "GET", `${space}/environments`)).body.data[0];
  await as(owner, "PATCH", space, { key: "space-b" });
  const { data } = (await as(owner, "GET", "/v2/orgs/org_a/members")).body;
  const { accountId } = data.find((one: { name: string }) => one.name === "viewer of a");
  await as(owner, "DELETE", `/v2/orgs/org_a/members/${accountId}`);
  // By then both were looked at with the new key.
  await expect.poll(() => beside.ended).toBe(true);
  await server.sdk(
    "POST",
    "/sdk/v1/events",
    { events: [{ name: "a/b", userId: "ana" }] },
    { "x-api-key": apiKey },
  );
  expect((await reader?.read())?.value).toContain("event: event");
  await reader?.cancel();
});

it("an export breaks off with the token that asked for it", async () => {
  const { apiKey } = (await as(owner, "GET", `${space}/environments`)).body.data[0];
  // Refused, and kept as they came: more than waits in the sockets, so that nothing has it whole before it is read.
  const events = Array.from({ length: 100 }, () => ({ name: "", more: "x".repeat(3_900) }));
  for (let part = 0; part < 50; part += 1)
    await server.sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": apiKey });
  const { id, token } = (await as(owner, "POST", "/v2/tokens", { name: "Reader", role: "viewer" })).body;
  const headers = { authorization: `Bearer ${token}` };
  const download = await fetch(`${server.platformUrl}${space}/environments/development/events/export`, {
    headers,
  });
  const beside = await followAs(token);
  await as(owner, "DELETE", `/v2/tokens/${id}`);
  await expect.poll(() => beside.ended).toBe(true);
  await expect(download.text().then((text) => text.length)).rejects.toThrow("terminated");
});

describe("what comes slowly is not done for whoever may no longer do it", () => {
  const environment = `${space}/environments/development`;
  /** A request whose body goes on as long as `send` is called. */
  const slow = (path: string, token: string, type: string) => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const answer = fetch(`${server.platformUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body: body.readable,
      duplex: "half",
    } as RequestInit).then(
      ({ status }) => status,
      () => "cut off",
    );
    answer.then(() => writer.abort()).catch(() => undefined);
    return { answer, send: (text: string) => writer.write(Buffer.from(text)), end: () => writer.close() };
  };
  const editorsToken = async () =>
    (await as("us_pat_editor_of_a", "POST", "/v2/tokens", { name: "Theirs", role: "editor" })).body;
  const revoke = (id: string) => as("us_pat_editor_of_a", "DELETE", `/v2/tokens/${id}`);

  it("a body that is whole only after the token was revoked", async () => {
    const { id, token } = await editorsToken();
    const { answer, send, end } = slow(`${environment}/users`, token, "application/json");
    await send('{"id":"late",');
    // It has come, once a request that came after it is answered.
    await as(owner, "GET", `${environment}/users/late`);
    await revoke(id);
    await send('"fields":{}}');
    await end();
    expect(await answer).toBe(401);
    expect((await as(owner, "GET", `${environment}/users/late`)).status).toBe(404);
  });

  it.each(["users/import", "events/replay"])("%s, whose lines go on and on", async (path) => {
    const { id, token } = await editorsToken();
    const { answer, send } = slow(`${environment}/${path}`, token, "application/x-ndjson");
    const line = { id: "early", name: "a/b", userId: "early", time: "2026-11-20T09:00:00Z" };
    await send(`${JSON.stringify(path === "users/import" ? { id: "early" } : line)}\n`);
    const beside = await followAs(token);
    await revoke(id);
    await expect.poll(() => beside.ended).toBe(true);
    expect(await answer).toBe("cut off");
  });

  it("an import by an editor who is made a viewer, whose stream goes on", async () => {
    const { token } = await editorsToken();
    const { answer, send } = slow(`${environment}/users/import`, token, "application/x-ndjson");
    await send('{"id":"early"}\n');
    const beside = await followAs(token);
    const { data } = (await as(owner, "GET", "/v2/orgs/org_a/members")).body;
    const { accountId } = data.find((one: { name: string }) => one.name === "editor of a");
    const become = (role: string) => as(owner, "PATCH", `/v2/orgs/org_a/members/${accountId}`, { role });
    expect((await become("viewer")).status).toBe(200);
    expect(await answer).toBe("cut off");
    expect(beside.ended).toBe(false);
    await become("editor");
  });
});

describe("an SDK's stream ends with the key that opened it", () => {
  const sdkName = { name: "browser", version: "1" };
  const started = async (apiKey: string): Promise<string> => {
    const body = { userId: "u1", sdk: sdkName, device: { id: "d", platform: "web" } };
    return (await server.sdk("POST", "/sdk/v1/sessions", body, { "x-api-key": apiKey })).body.session.id;
  };
  const environments = async () => (await as(owner, "GET", `${space}/environments`)).body.data;
  const rotate = (graceSeconds: number) =>
    as(owner, "POST", `${space}/environments/development/api-key`, { graceSeconds });

  it.each(["states", "OFREP"])("%s: at once, or after its grace", async (kind) => {
    const follows = async (): Promise<{ ended: boolean }> => {
      const { apiKey } = (await environments())[0];
      const path =
        kind === "states" ? `/sdk/v1/sessions/${await started(apiKey)}/stream?` : "/ofrep/v1/stream?";
      return follow(`${server.sdkUrl}${path}key=${apiKey}`, {});
    };
    const first = await follows();
    await rotate(3);
    const second = await follows();
    expect(first.ended).toBe(false);
    await rotate(0);
    await expect.poll(() => [first.ended, second.ended]).toEqual([true, true]);
    const third = await follows();
    await rotate(1);
    await expect.poll(() => third.ended).toBe(true);
    expect((await environments())[0].apiKey).toMatch(/^us_dev_/);
  });
});

const members = "/v2/orgs/org_a/members";
/** The key of a device that the operator has paired as an editor of the Organization. */
async function pairedKey(): Promise<string> {
  await as(owner, "POST", members, { accountId: "acc_0", role: "editor" });
  const asked = { spaceId: "space-a", environment: "development" };
  const { code } = (await as("us_pat_operator", "POST", "/v2/pairings", asked)).body;
  return (await server.sdk("POST", "/sdk/v1/pair", { code })).body.apiKey;
}

it("a device of another Organization is refused as one that is not there", async () => {
  await pairedKey();
  const [{ id }] = (await as(owner, "GET", "/v2/devices")).body.data;
  const refused = async (device: string) => {
    const { status, body } = await as("us_pat_owner_of_b", "DELETE", `/v2/devices/${device}`);
    return { ...body, status, instance: null };
  };
  expect(await refused(id)).toEqual(await refused("dev_none"));
  expect((await as(owner, "DELETE", `/v2/devices/${id}`)).status).toBe(204);
});

it("a paired device's stream ends with the membership of whoever paired it", async () => {
  const apiKey = await pairedKey();
  const headers = { "x-api-key": apiKey };
  const device = { id: "d", platform: "web" };
  const body = { userId: "ana", sdk: { name: "browser", version: "9" }, device };
  const start = () => server.sdk("POST", "/sdk/v1/sessions", body, headers);
  const { session } = (await start()).body;
  const theirs = await follow(`${server.sdkUrl}/sdk/v1/sessions/${session.id}/stream`, headers);
  await as(owner, "DELETE", `${members}/acc_0`);
  await expect.poll(() => theirs.ended).toBe(true);
  expect((await start()).status).toBe(401);
});
