import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { readonly email: string; readonly verified: boolean }[];
}

export interface FakeGitHub {
  readonly origin: string;
  /** Who the person at the browser is there. */
  person: Person;
  /** What GitHub leads back to after the person says yes, or no. */
  readonly allow: (address: string) => string;
  readonly deny: (address: string, error?: string) => string;
  /** Tokens that were given out and not given back. */
  readonly tokens: ReadonlySet<string>;
  readonly close: () => void;
}

const clientId = "Iv1.fake";
const clientSecret = "fake-client-secret-0123";
export const fakeGitHubClient = { clientId, clientSecret };

/** As much of a GitHub (an Enterprise server, by its paths) as a sign-in meets. It holds to PKCE. */
export async function startFakeGitHub(name = "127.0.0.1"): Promise<FakeGitHub> {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>();
  const tokens = new Set<string>();
  const json = (res: ServerResponse, status: number, body: unknown) =>
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname } = new URL(req.url ?? "/", "http://localhost");
    if (req.method === "POST" && pathname === "/login/oauth/access_token") {
      const sent = JSON.parse(await textOf(req));
      const code = codes.get(sent.code);
      codes.delete(sent.code);
      const fits =
        code !== undefined &&
        sent.client_id === clientId &&
        sent.client_secret === clientSecret &&
        sent.redirect_uri === code.redirectUri &&
        createHash("sha256").update(String(sent.code_verifier)).digest("base64url") === code.challenge;
      if (!fits) return json(res, 200, { error: "bad_verification_code", error_description: "Wrong." });
      const token = `gho_${randomUUID()}`;
      tokens.add(token);
      return json(res, 200, { access_token: token, token_type: "bearer", scope: "read:user,user:email" });
    }
    if (req.method === "DELETE" && pathname === `/api/v3/applications/${clientId}/token`) {
      tokens.delete(JSON.parse(await textOf(req)).access_token);
      return res.writeHead(204).end();
    }
    if (req.method === "GET" && pathname === "/login/oauth/authorize") {
      const here = new URL(req.url ?? "/", fake.origin).href;
      const link = (to: string, words: string) =>
        `<p><a href="${to.replaceAll("&", "&amp;")}">${words}</a></p>`;
      res.writeHead(200, { "content-type": "text/html" });
      return res.end(link(fake.allow(here), "Authorize") + link(fake.deny(here), "Cancel"));
    }
    const token = /^(?:token|bearer) (.+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "";
    if (!tokens.has(token)) return json(res, 401, { message: "Bad credentials" });
    const { emails, ...user } = fake.person;
    if (pathname === "/api/v3/user") return json(res, 200, user);
    if (pathname === "/api/v3/user/emails") return json(res, 200, emails);
    return json(res, 404, { message: "Not Found" });
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const back = (address: string, add: (back: URL, asked: URLSearchParams) => void): string => {
    const asked = new URL(address);
    if (asked.origin !== fake.origin || asked.pathname !== "/login/oauth/authorize")
      throw new Error(`not an address of this GitHub: ${address}`);
    const uri = new URL(asked.searchParams.get("redirect_uri") ?? "");
    add(uri, asked.searchParams);
    uri.searchParams.set("state", asked.searchParams.get("state") ?? "");
    return uri.href;
  };
  const fake: FakeGitHub = {
    origin: `http://${name}:${(server.address() as AddressInfo).port}`,
    person: { id: 1, login: "ida", name: "Ida Kessler", emails: [] },
    allow: (address) =>
      back(address, (uri, asked) => {
        if (asked.get("code_challenge_method") !== "S256") throw new Error("GitHub was asked without PKCE");
        const code = randomUUID();
        codes.set(code, {
          challenge: asked.get("code_challenge") ?? "",
          redirectUri: asked.get("redirect_uri") ?? "",
        });
        uri.searchParams.set("code", code);
      }),
    deny: (address, error = "access_denied") => back(address, (uri) => uri.searchParams.set("error", error)),
    tokens,
    close: () => server.close(),
  };
  return fake;
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return text;
}
