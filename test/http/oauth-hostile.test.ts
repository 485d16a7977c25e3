import { afterAll, beforeAll, expect, it } from "vitest";
import { signInAsOperator } from "../helpers/oauth-client.ts";
import { Random } from "../helpers/random.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server?.remove());

const names = [
  "client_id",
  "client_secret",
  "grant_type",
  "code",
  "code_verifier",
  "code_challenge",
  "code_challenge_method",
  "refresh_token",
  "device_code",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "prompt",
  "resource",
  "token",
  "token_type_hint",
  "claims",
  "request",
  "request_uri",
  "max_age",
  "id_token_hint",
  "login_hint",
  "user_code",
  "xsrf",
  "confirm",
  "__proto__",
  "constructor",
];
const values = [
  "understudy-cli",
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code",
  "client_credentials",
  "urn:openid:params:grant-type:ciba",
  "code",
  "none",
  "token id_token",
  "S256",
  "plain",
  "http://127.0.0.1:1/callback",
  "http://127.0.0.1:99999/callback",
  "http://[::1/callback",
  "read write offline_access",
  "openid",
  "consent",
  "none login",
  "__proto__",
  "constructor",
  "toString",
  "",
  " ",
  "\0",
  "%",
  "\ud800",
  "🎉",
  "-1",
  "1e999",
  "{}",
  '{"userinfo":{"__proto__":null}}',
  "a".repeat(300),
  "a".repeat(20_000),
  "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.",
];
const paths = ["/token", "/token/revocation", "/device/auth", "/device", "/interaction/x/login"];

it("a thousand bad forms and queries: no 5xx, and sign-ins still work", async () => {
  const random = new Random(20261121);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const faults: string[] = [];
  for (let i = 0; i < 1000; i += 1) {
    const body = new URLSearchParams();
    if (random.below(4) > 0) body.append("client_id", "understudy-cli");
    for (let n = random.below(7); n > 0; n -= 1) body.append(pick(names), pick(values));
    const path = pick(paths);
    const query = random.below(2) === 0;
    const url = query
      ? `${server.platformUrl}/oauth/auth?${String(body).slice(0, 8000)}`
      : `${server.platformUrl}/oauth${path}`;
    const response = await fetch(
      url,
      query ? { redirect: "manual" } : { method: "POST", body, redirect: "manual" },
    );
    const text = await response.text();
    if (response.status >= 500)
      faults.push(`${response.status} ${url.slice(0, 300)} ${String(body).slice(0, 300)}`);
    // A token is never given for nothing, and a browser is never sent elsewhere.
    if (text.includes("access_token")) faults.push(`a token for ${String(body).slice(0, 300)}`);
    const location = new URL(response.headers.get("location") ?? "/", url);
    if (!["127.0.0.1"].includes(location.hostname)) faults.push(`sent to ${location.href}`);
  }
  expect(faults).toEqual([]);
  expect((await signInAsOperator(server.platformUrl)).access_token).toEqual(expect.any(String));
});
