import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
});
afterAll(() => server?.remove());

const connection = (query = "") =>
  server.sdk("GET", `/demo/connection${query}`, undefined, { "x-api-key": "" });

/** With headers that fetch does not send. */
const statusWith = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${server.sdkUrl}/demo/connection`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject).end();
  });

describe("The sample app", () => {
  it("is one page with its own files, and nothing from anywhere else", async () => {
    const page = await fetch(`${server.sdkUrl}/demo?form=tv`);
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*style-src 'self';/);
    const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const file = await fetch(new URL(path, server.sdkUrl));
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get("cache-control")).toContain("immutable");
    }
    const tv = await fetch(`${server.sdkUrl}/tv`, { redirect: "manual" });
    expect([tv.status, tv.headers.get("location")]).toEqual([302, "/demo?form=tv"]);
  });

  it("has the demo's key on this computer, in Development unless another environment is asked for", async () => {
    const { platformUrl: consoleUrl, keys } = server;
    const cinema = { spaceKey: "cinema", consoleUrl, addresses: [] };
    const own = await connection();
    expect(own.body).toEqual({ ...cinema, environment: "development", apiKey: keys.development });
    expect(own.headers.get("cache-control")).toBe("no-store");
    const staging = { ...cinema, environment: "staging", apiKey: keys.staging };
    expect((await connection("?environment=staging")).body).toEqual(staging);
    expect((await connection(`?key=${keys.staging}`)).body).toEqual(staging);
    expect((await connection("?environment=nowhere")).body.code).toBe("invalid-query");
    expect((await connection("?key=nobodys")).status).toBe(401);
  });

  it.each([
    { host: "localhost:1", "x-forwarded-for": "203.0.113.7" },
    { host: "localhost:1", forwarded: "for=203.0.113.7" },
    { host: "localhost:1", "x-forwarded-proto": "https" },
    { host: "localhost:1", "cf-ray": "1" },
    { host: "localhost:1", origin: "http://localhost:2" },
  ])("gives no key to somebody whom a proxy lets in, nor to another page: %o", async (headers) => {
    expect(await statusWith(headers)).toBe(401);
  });

  it("says in one sentence what to start where its Space is not there", async () => {
    await server.api("DELETE", "/v2/spaces/cinema");
    const { status, body } = await connection();
    expect([status, body.code]).toEqual([404, "not-found"]);
    expect(body.detail).toContain("npm start -- --seed premiere");
  });
});
