import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lanAddresses } from "../../src/server/lan/lan-addresses.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server?.remove());

const lan = async () => (await server.api("GET", "/v2/lan")).body;
const put = (open: boolean) => server.api("PUT", "/v2/lan", { open });
const inNetwork = lanAddresses().length > 0;

describe("/v2/lan", () => {
  it("is closed unless asked for", async () => {
    expect(await lan()).toEqual({ open: false, urls: [] });
    expect((await server.api("GET", "/v2/status")).body.lanUrls).toEqual([]);
  });

  it.skipIf(!inNetwork)("opens the SDK plane alone and closes it again", async () => {
    const opened = (await put(true)).body;
    expect(opened.urls.length).toBeGreaterThan(0);
    expect((await server.api("GET", "/v2/status")).body.lanUrls).toEqual(opened.urls);
    for (const url of opened.urls) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      const platform = new URL(server.platformUrl);
      const elsewhere = `http://${new URL(url).hostname}:${platform.port}/healthz`;
      await expect(fetch(elsewhere)).rejects.toThrow("fetch failed");
    }
    expect((await put(true)).body).toEqual(opened);
    expect((await put(false)).body).toEqual({ open: false, urls: [] });
    for (const url of opened.urls) await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  });

  it.skipIf(!inNetwork)("ends what other devices have open when it closes", async () => {
    const [url] = (await put(true)).body.urls;
    const session = await fetch(`${url}/sdk/v1/sessions`, {
      method: "POST",
      headers: { "X-API-Key": server.keys.development },
      body: JSON.stringify({ sdk: { name: "t", version: "1" }, device: { id: "d", platform: "web" } }),
    });
    const { session: started } = await session.json();
    const stream = await fetch(`${url}/sdk/v1/sessions/${started.id}/stream`, {
      headers: { "X-API-Key": server.keys.development },
    });
    const read = async () => {
      for await (const _ of stream.body ?? []);
    };
    const ended = expect(read()).rejects.toThrow();
    await put(false);
    await ended;
  });

  it("is for owners", async () => {
    const { body } = await server.api("POST", "/v2/tokens", { name: "t", role: "editor" });
    const answer = await server.api(
      "PUT",
      "/v2/lan",
      { open: true },
      { authorization: `Bearer ${body.token}` },
    );
    expect(answer.body).toMatchObject({ status: 403, code: "forbidden" });
  });
});
