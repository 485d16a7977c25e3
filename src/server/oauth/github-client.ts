import { createHash, randomBytes } from "node:crypto";
import { arrayBuffer } from "node:stream/consumers";
import { Octokit } from "@octokit/core";
import { OAuthApp } from "@octokit/oauth-app";
import { z } from "zod";
import { atMost } from "../at-most.ts";
import type { OpenGitHubClient } from "../settings/github-secret.ts";

/** Somebody at a GitHub. `emails` are those that it has verified. */
export interface GitHubPerson {
  readonly id: number;
  readonly name: string;
  readonly emails: readonly string[];
}

/** How long GitHub may take to answer, in ms. */
const patience = 10_000;
/** The most that an answer may have, in bytes. */
const most = 1024 ** 2;

const userAnswer = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
});
const emailsAnswer = z.array(z.object({ email: z.string(), verified: z.boolean() }));

const randomSecret = (): string => randomBytes(32).toString("base64url");

/** One sign-in at GitHub, from the redirect there to who came back, which may be at another server: they share the verifier. */
export class GitHubSignIn {
  readonly state = randomSecret();
  readonly verifier: string;
  private readonly settings: OpenGitHubClient;
  private readonly redirectUrl: string;

  constructor(settings: OpenGitHubClient, redirectUrl: string, verifier = randomSecret()) {
    this.verifier = verifier;
    this.settings = settings;
    this.redirectUrl = redirectUrl;
  }

  /** Where the browser goes to ask GitHub. */
  address(): string {
    const { url } = this.app().getWebFlowAuthorizationUrl({
      state: this.state,
      scopes: ["read:user", "user:email"],
      redirectUrl: this.redirectUrl,
    });
    const address = new URL(url);
    address.searchParams.set(
      "code_challenge",
      createHash("sha256").update(this.verifier).digest("base64url"),
    );
    address.searchParams.set("code_challenge_method", "S256");
    return address.href;
  }

  /** Who the code was given for. The token that it gives is used for this alone and then revoked. @throws where GitHub refuses */
  async person(code: string): Promise<GitHubPerson> {
    const app = this.app();
    const { authentication } = await app.createToken({ code, redirectUrl: this.redirectUrl });
    const { token } = authentication;
    try {
      const octokit = new this.Api({ auth: token });
      const user = userAnswer.parse((await octokit.request("GET /user")).data);
      const emails = emailsAnswer.parse((await octokit.request("GET /user/emails", { per_page: 100 })).data);
      return {
        id: user.id,
        name: user.name || user.login,
        emails: emails.flatMap(({ email, verified }) => (verified ? [email.toLowerCase()] : [])),
      };
    } finally {
      await app.deleteToken({ token }).catch(() => undefined);
    }
  }

  private app() {
    const { clientId, clientSecret } = this.settings;
    return new OAuthApp({ clientType: "oauth-app", clientId, clientSecret, Octokit: this.withVerifier() });
  }

  private get Api() {
    const { baseUrl } = this.settings;
    return Octokit.defaults({ baseUrl: apiOf(baseUrl), request: { fetch: patientFetch } });
  }

  /** Octokit knows no PKCE yet: the verifier is put into the request that exchanges the code. */
  private withVerifier() {
    const { verifier } = this;
    return this.Api.plugin((octokit) => {
      octokit.hook.before("request", (options) => {
        if (options.url === "/login/oauth/access_token") options.code_verifier = verifier;
      });
    });
  }
}

/** As fetch, but for an answer that doesn't come or doesn't end. */
const patientFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: "error", signal: AbortSignal.timeout(patience) });
  if (answer.body === null) return answer;
  const tooLarge = () => new Error(`an answer of more than ${most / 1024 ** 2} MiB`);
  return new Response(await arrayBuffer(atMost(answer.body, most, tooLarge)), answer);
};

/** github.com has its API at a host of its own, an Enterprise server under its own. */
const apiOf = (origin: string): string =>
  origin === "https://github.com" ? "https://api.github.com" : `${origin}/api/v3`;
