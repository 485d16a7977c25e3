import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const { privateKey: another } = generateKeyPairSync("ed25519");
const raw = (key: KeyObject) => key.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

let server: TestServer;
let api: TestServer["api"];
let files: Record<string, string | Buffer> = {};
const asked: string[] = [];
const maker = createServer((req, res) => {
  asked.push(req.url ?? "");
  const file = files[req.url ?? ""];
  if (file === undefined) res.writeHead(404).end();
  else if (file === "elsewhere") res.writeHead(302, { location: "/moved.json" }).end();
  else res.end(file);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => maker.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;
  server = await startServerHere();
  api = checkedCallers(server).api;
});
afterAll(async () => {
  await server.remove();
  maker.close();
});

/** Puts a release at the address, signed with a key, as bytes or as base64. */
function put(text: string, { key = privateKey, base64 = false, signed = text } = {}): void {
  const signature = sign(null, Buffer.from(signed), key);
  files = {
    "/release.json": text,
    "/release.json.sig": base64 ? `${signature.toString("base64")}\n` : signature,
  };
}
const releaseOf = (version: string, url = `${origin}/notes`) =>
  JSON.stringify({ version, notes: "Better.", url });
const source = () => ({ address: `${origin}/release.json`, publicKey: raw(publicKey) });
const look = async () => (await api("PUT", "/v2/updates", source())).body;

describe("Newer versions", () => {
  it("are asked of nobody unless the operator says of whom", async () => {
    expect((await api("GET", "/v2/updates")).body).toEqual({
      source: null,
      available: null,
      checkedAt: null,
      problem: null,
    });
    expect((await api("POST", "/v2/updates/check")).body.code).toBe("conflict");
    expect(asked).toEqual([]);
  });

  it("are told where they are newer, and signed", async () => {
    put(releaseOf("99.0.0"));
    const found = await look();
    expect(found).toMatchObject({
      source: source(),
      available: { version: "99.0.0", notes: "Better." },
      problem: null,
    });
    put(releaseOf("99.0.1"), { base64: true });
    expect((await api("POST", "/v2/updates/check")).body.available.version).toBe("99.0.1");
    // An older one that is played again is no news, and nothing is forgotten.
    put(releaseOf("98.0.0"));
    expect((await api("POST", "/v2/updates/check")).body.available.version).toBe("99.0.1");
    put(releaseOf("0.0.1"));
    expect(await look()).toMatchObject({ available: null, problem: null });
    expect((await api("DELETE", "/v2/updates")).body).toMatchObject({ source: null, available: null });
  });

  it("are told also where something else was kept meanwhile", async () => {
    put(releaseOf("99.0.0"));
    const looking = look();
    await api("POST", "/v2/tokens", { name: "t", role: "viewer" });
    expect((await looking).available.version).toBe("99.0.0");
    const again = api("POST", "/v2/updates/check");
    await api("POST", "/v2/tokens", { name: "u", role: "viewer" });
    expect((await again).body.available.version).toBe("99.0.0");
  });

  it.each<[string, () => void, RegExp]>([
    ["signed by somebody else", () => put(releaseOf("99.0.0"), { key: another }), /not signed with the key/],
    [
      "changed after it was signed",
      () => put(releaseOf("99.0.0"), { signed: releaseOf("98.0.0") }),
      /not signed/,
    ],
    [
      "without a signature",
      () => put(releaseOf("99.0.0")) ?? delete files["/release.json.sig"],
      /answered 404/,
    ],
    [
      "with a signature of another length",
      () => Object.assign(files, { "/release.json.sig": "x" }),
      /not signed/,
    ],
    ["leading to another place", () => put(releaseOf("99.0.0", "https://evil.example")), /another host/],
    [
      "moved",
      () => Object.assign(files, { "/moved.json": files["/release.json"], "/release.json": "elsewhere" }),
      /leads elsewhere/,
    ],
    ["no release", () => put("[]"), /says no version/],
    ["no JSON", () => put("<html>"), /says no version/],
    ["endless", () => put("x".repeat(70_000)), /larger than 64 KB/],
  ])("are not believed where the release is %s", async (_, prepare, why) => {
    put(releaseOf("99.0.0"));
    prepare();
    expect(await look()).toMatchObject({ available: null, problem: expect.stringMatching(why) });
  });

  it.each([
    "http://example.com/r.json",
    "file:///etc/passwd",
    "https://u:p@example.com/r.json",
    "javascript:1",
  ])("are not asked of %s", async (address) => {
    expect((await api("PUT", "/v2/updates", { ...source(), address })).status).toBe(400);
  });
});
