import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { lanAddresses } from "../../src/server/lan/lan-addresses.ts";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
let sdk: TestServer["sdk"];

beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder(), seed: "demo" });
  ({ api, sdk } = checkedCallers(server));
});
afterAll(() => server?.remove());
afterEach(() => vi.useRealTimers());

const asked = { spaceId: "cinema", environment: "development" };
const offer = async () => (await api("POST", "/v2/pairings", asked)).body;
const pair = (code: string, agent = "Mozilla/5.0 (X11; Linux) Chrome/130") =>
  sdk("POST", "/sdk/v1/pair", { code }, { "x-api-key": "", "user-agent": agent });
const pairedKey = async (): Promise<string> => (await pair((await offer()).code)).body.apiKey;
const bearer = async (role: string) => {
  const { token } = (await api("POST", "/v2/tokens", { name: role, role })).body;
  return { authorization: `Bearer ${token}` };
};
const devices = async () => (await api("GET", "/v2/devices")).body.data;
const start = (apiKey: string) =>
  sdk(
    "POST",
    "/sdk/v1/sessions",
    { userId: "ana-ribeiro", sdk: { name: "browser", version: "9" }, device: { id: "d", platform: "web" } },
    { "x-api-key": apiKey },
  );

describe("A pairing code", () => {
  it("opens the local network where there is one, and comes with an address for phones", async () => {
    const { status, body, headers } = await api("POST", "/v2/pairings", asked);
    expect([status, Object.keys(body).sort()]).toEqual([201, ["code", "expiresAt", "url"]]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
    const { urls } = (await api("GET", "/v2/lan")).body;
    expect(urls.length).toBe(lanAddresses().length);
    expect(body.url).toBe(`${urls[0] ?? server.sdkUrl}/demo?pair=${body.code}`);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(590_000);
    expect((await fetch(body.url)).status).toBe(200);
  });

  it("works once, however it is written, and gives a key of the device's own", async () => {
    const { code } = await offer();
    const written = `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase();
    const { status, body } = await pair(written);
    expect(status).toBe(200);
    expect(body).toEqual({
      apiKey: expect.stringMatching(/^us_dev_/),
      spaceKey: "cinema",
      environment: "development",
    });
    expect(body.apiKey).not.toBe(server.keys.development);
    expect((await start(body.apiKey)).status).toBe(201);
    for (const again of [code, code])
      expect((await pair(again)).body).toMatchObject({ status: 410, code: "gone" });
    const kept = await readFile(join(server.dataDir, ".understudy/secrets.json"), "utf8");
    expect(kept).not.toContain(body.apiKey);
    expect(kept).not.toContain(code);
  });

  it.each([
    ["real", async () => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 })],
    [
      "platform's",
      async () => {
        const at = new Date(Date.now() + 600_000).toISOString();
        expect((await api("PUT", "/v2/clock", { mode: "frozen", at })).status).toBe(200);
      },
    ],
  ])(
    "has expired after ten minutes by the %s clock, and stays so when that is set back",
    async (_clock, tenMinutesLater) => {
      const { code } = await offer();
      await tenMinutesLater();
      expect((await pair(code)).body).toMatchObject({ status: 410, code: "gone" });
      vi.useRealTimers();
      await api("PUT", "/v2/clock", { mode: "system" });
      expect((await pair(code)).body).toMatchObject({ status: 410, code: "gone" });
    },
  );

  it.skipIf(lanAddresses().length === 0)(
    "is made by editors; the network is the operator's to open",
    async () => {
      const [asViewer, asEditor] = [await bearer("viewer"), await bearer("editor")];
      expect((await api("POST", "/v2/pairings", { ...asked, spaceId: "nobodys" })).status).toBe(404);
      await offer();
      expect((await api("POST", "/v2/pairings", asked, asViewer)).status).toBe(403);
      expect((await api("POST", "/v2/pairings", asked, asEditor)).status).toBe(201);
      await api("PUT", "/v2/lan", { open: false });
      expect((await api("POST", "/v2/pairings", asked, asEditor)).status).toBe(403);
      await pairedKey();
      const [{ id }] = await devices();
      expect((await api("DELETE", `/v2/devices/${id}`, undefined, asViewer)).status).toBe(403);
    },
  );
});

describe("A device", () => {
  it("is listed with what it runs, and disconnected at once: its key is refused and its stream ends", async () => {
    const agent = "Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/130 Mobile";
    const { apiKey } = (await pair((await offer()).code, agent)).body;
    const [before] = await devices();
    expect(before).toMatchObject({ name: "Android phone", lastSeenAt: null, sdk: null, userId: null });
    const { session } = (await start(apiKey)).body;
    const [after] = await devices();
    expect(after).toMatchObject({
      id: before.id,
      sdk: { name: "browser", version: "9" },
      userId: "ana-ribeiro",
    });
    expect(Date.parse(after.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(before.pairedAt));

    const stream = await fetch(`${server.sdkUrl}/sdk/v1/sessions/${session.id}/stream?key=${apiKey}`);
    const read = async () => {
      for await (const _ of stream.body ?? []);
    };
    const ended = read();
    expect((await api("DELETE", `/v2/devices/${before.id}`)).status).toBe(204);
    expect((await start(apiKey)).status).toBe(401);
    await ended;
    expect((await devices()).map(({ id }: { id: string }) => id)).not.toContain(before.id);
    expect((await api("DELETE", `/v2/devices/${before.id}`)).status).toBe(404);
    const log = (await api("GET", "/v2/audit")).body.data.map(({ action }: { action: string }) => action);
    expect(log).toEqual(expect.arrayContaining(["createPairing", "pair", "deleteDevice"]));
  });

  it("is paired on the last day of the calendar, too", async () => {
    await api("PUT", "/v2/clock", { mode: "frozen", at: "9999-12-31T23:59:59Z" });
    try {
      expect((await pair((await offer()).code)).status).toBe(200);
    } finally {
      await api("PUT", "/v2/clock", { mode: "system" });
    }
  });

  it("ends with the token that it was paired by", async () => {
    const { id, token } = (await api("POST", "/v2/tokens", { name: "o", role: "owner" })).body;
    const by = { authorization: `Bearer ${token}` };
    const { code } = (await api("POST", "/v2/pairings", asked, by)).body;
    const waiting = (await api("POST", "/v2/pairings", asked, by)).body.code;
    const { apiKey } = (await pair(code)).body;
    const [{ id: deviceId }] = await devices();
    expect((await start(apiKey)).status).toBe(201);
    const [line] = (await api("GET", "/v2/audit")).body.data;
    const { name } = (await api("GET", "/v2/me")).body.account;
    expect(line).toMatchObject({ action: "pair", account: { name }, by: { kind: "token", id } });
    expect(line.path).toMatch(/^\/sdk\/v1\/pair\?spaceId=\w+&environment=development$/);
    await api("DELETE", `/v2/tokens/${id}`);
    expect((await start(apiKey)).status).toBe(401);
    expect((await devices()).map((one: { id: string }) => one.id)).not.toContain(deviceId);
    expect((await pair(waiting)).body.code).toBe("gone");
  });

  it("is told why, as this computer is; nobody else who knows a key", async () => {
    const { session } = (await start(server.keys.development)).body;
    const path = `/sdk/v1/sessions/${session.id}/explanation`;
    const fromElsewhere = { "x-forwarded-for": "203.0.113.7" };
    expect((await sdk("GET", path)).body.experiences[0]).toMatchObject({ key: "homepage.banner" });
    expect((await sdk("GET", path, undefined, fromElsewhere)).body.code).toBe("forbidden");
    await server.api("PATCH", `/v2/spaces/${server.spaceKey}`, { allowedOrigins: ["*"] });
    const from = async (headers: Record<string, string>) =>
      (await sdk("GET", path, undefined, headers)).status;
    expect(await from({ origin: "https://shop.example" })).toBe(403);
    expect(await from({ origin: "null" })).toBe(403);
    expect(await from({ origin: "http://localhost:3000" })).toBe(200);
    await server.api("PATCH", `/v2/spaces/${server.spaceKey}`, { allowedOrigins: [] });
    const own = { ...fromElsewhere, "x-api-key": await pairedKey() };
    expect((await sdk("GET", path, undefined, own)).status).toBe(200);
  });
});

const run = promisify(execFile);
const namespaces = await run("unshare", ["-Urn", "ip", "link", "add", "lan0", "type", "veth"]).then(
  () => true,
  () => false,
);

describe("From another device of the local network", () => {
  it.skipIf(!namespaces && lanAddresses().length === 0)(
    "a code is taken once and refused twice, and the platform plane is out of reach",
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "understudy-test-"));
      try {
        // Without namespaces the server's own address in the network stands for the way from outside.
        const script = join(import.meta.dirname, "../helpers/two-networks.mjs");
        const [command, ...before] = namespaces ? ["unshare", "-Urn", process.execPath] : [process.execPath];
        const { stdout } = await run(command ?? "", [...before, script, dataDir, String(namespaces)]);
        const seen = JSON.parse(stdout);
        expect(seen).toMatchObject({
          page: 200,
          paired: [200, 410, 410],
          session: 201,
          platform: "unreachable",
        });
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});

describe("Guessing", () => {
  it("is slowed down after ten tries in a minute: then no code is looked at", async () => {
    for (let tries = 0; tries < 10; tries += 1) await pair("222222");
    const { code } = await offer();
    const { status, headers, body } = await pair(code);
    expect([status, body.code, body.detail]).toEqual([410, "gone", expect.stringMatching(/^Too many codes/)]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await pair(code)).status).toBe(200);
  });
});
