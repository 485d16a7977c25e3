import Provider, {
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from "oidc-provider";
import { cliClient, consoleClient, scopeNames } from "../../core/sign-in.ts";
import { cookieNameAt } from "../access/console-access.ts";
import type { PassingNotes } from "../store/ports.ts";
import { adapters } from "./adapters.ts";
import { consoleCallback } from "./console-sign-in.ts";
import { devicePages } from "./device-pages.ts";
import type { EndedSignIn, Keys, OauthStore } from "./oauth-store.ts";
import { errorPage } from "./sign-in-pages.ts";

const minute = 60;
const day = 24 * 60 * minute;

interface ProviderOptions {
  /** `<platformUrl>/oauth` */
  readonly issuer: string;
  readonly keys: Keys;
  readonly store: OauthStore;
  /** Keeps what lives for minutes. */
  readonly notes: PassingNotes;
  /** The real time, in ms UTC. */
  readonly now: () => number;
  readonly accountExists: (accountId: string) => boolean;
  /** Told of each sign-in of a client that a request has ended, at which path, e.g. `/token/revocation`. */
  readonly onEnded: (signIn: EndedSignIn, path: string) => Promise<void>;
  /** Whether it is called from beyond this machine: the console is a client then. */
  readonly isPublic: boolean;
}

/** What access tokens are for: the Platform API of this very copy. */
const audienceOf = (issuer: string): string => new URL("/v2", issuer).href;

/** The authorization server itself: oidc-provider with one client, S256 alone, and nothing that nobody asked for. */
export function oauthProvider({
  issuer,
  keys,
  store,
  notes,
  now,
  accountExists,
  onEnded,
  isPublic,
}: ProviderOptions): Provider {
  const audience = audienceOf(issuer);
  const origin = new URL(issuer);
  const secure = origin.protocol === "https:";
  const tellEnded = async (ended: EndedSignIn) => {
    // The console's own ends with the code that it was given: its cookie goes on by itself.
    if (ended.clientId !== consoleClient.id) await onEnded(ended, Provider.ctx?.path ?? "");
  };
  const configuration: Configuration = {
    adapter: adapters(store, notes, tellEnded, now),
    clients: [builtInClient, ...(isPublic ? [consoleAt(origin.origin)] : [])],
    jwks: { keys: [keys.jwk as unknown as JWK] },
    scopes: ["offline_access"],
    claims: {},
    // Every client is public: there is no secret to authenticate with.
    clientAuthMethods: ["none"],
    responseTypes: ["code"],
    pkce: { required: () => true },
    cookies: {
      // Browsers share cookies between the ports of a host (ADR 14).
      names: {
        session: cookieNameAt(origin, "oauth", "__Secure-"),
        interaction: cookieNameAt(origin, "sign_in", "__Secure-"),
        resume: cookieNameAt(origin, "resume", "__Secure-"),
      },
      keys: [keys.cookie],
      short: { httpOnly: true, sameSite: "lax", signed: true, secure },
      long: { httpOnly: true, sameSite: "lax", signed: true, secure, path: "/oauth" },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      deviceFlow: { enabled: true, mask: "****-****", ...devicePages },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget();
          return { scope: scopeNames.join(" "), audience, accessTokenFormat: "opaque" };
        },
      },
    },
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => `/oauth/interaction/${interaction.uid}`,
    },
    findAccount: (_ctx, accountId) =>
      accountExists(accountId) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    // Each sign-in is one grant of its own, so that it can be revoked by itself.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      if (grantId !== undefined) return ctx.oidc.provider.Grant.find(grantId);
      return ctx.oidc.client?.clientId === consoleClient.id ? grantOfConsole(ctx, audience) : undefined;
    },
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    clientBasedCORS: () => false,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = "html";
      ctx.body = errorPage(error, description);
    },
    ttl: {
      AccessToken: 60 * minute,
      AuthorizationCode: minute,
      DeviceCode: 10 * minute,
      Grant: 365 * day,
      IdToken: 60 * minute,
      Interaction: 30 * minute,
      RefreshToken: 30 * day,
      Session: 60 * minute,
    },
  };
  const provider = new Provider(issuer, configuration);
  // `oauthServer` sets the address, whatever proxy stands before it.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // Where a device's sign-in comes without its cookie, the library's error page trips over the missing session.
      if (!/^\/device(\/|$)/.test(ctx.path)) throw error;
      ctx.status = 400;
      ctx.type = "html";
      ctx.body = errorPage("invalid_request", "This sign-in is over, or was started in another browser.");
    }
    // No page of another origin may read an answer of this plane; the library lets every one.
    ctx.remove("Access-Control-Allow-Origin");
    ctx.remove("Access-Control-Expose-Headers");
    complete(ctx);
  });
  provider.silent = true;
  provider.on("server_error", (_ctx, error) => {
    process.stderr.write(`OAuth: ${error.stack ?? error.message}\n`);
  });
  return provider;
}

/** Adds to an answer what clients miss in the library's. */
function complete(ctx: Answer): void {
  const route = ctx.oidc?.route;
  const body = ctx.body as Record<string, unknown>;
  // The library lists only the scopes that belong to no API; ours all belong to one.
  if (route === "discovery") body.scopes_supported = [...scopeNames, "offline_access"];
  // Of a token it tells only those that do.
  if (route === "token" && body.refresh_token !== undefined)
    body.scope = [body.scope, "offline_access"].filter(Boolean).join(" ");
  // Some clients read every answer as JSON.
  if (route === "revocation" && ctx.status === 200) ctx.body = {};
}

interface Answer {
  readonly oidc?: KoaContextWithOIDC["oidc"];
  readonly status: number;
  body: unknown;
}

/** It belongs to this server: nobody is asked whether it may. */
async function grantOfConsole(ctx: KoaContextWithOIDC, audience: string) {
  const accountId = ctx.oidc.session?.accountId;
  if (accountId === undefined) return undefined;
  const grant = new ctx.oidc.provider.Grant({ accountId, clientId: consoleClient.id });
  grant.addResourceScope(audience, scopeNames.join(" "));
  await grant.save();
  return grant;
}

const consoleAt = (platformUrl: string) =>
  ({
    client_id: consoleClient.id,
    client_name: consoleClient.name,
    application_type: "web",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
    response_types: ["code"],
    id_token_signed_response_alg: "ES256",
    redirect_uris: [consoleCallback(platformUrl)],
  }) as const;

/** A native, public client (RFC 8252): any port of the loopback addresses, PKCE instead of a secret. */
const builtInClient = {
  client_id: cliClient.id,
  client_name: cliClient.name,
  application_type: "native",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
  response_types: ["code"],
  id_token_signed_response_alg: "ES256",
  redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback"],
} as const satisfies Partial<Client["metadata"] extends () => infer M ? M : never>;

/**
 * Asks each time who signs in: a browser that remembers must not choose the account for the next person. It asks again where the account
 * was deleted meanwhile.
 */
function policy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check(
        "account_not_chosen",
        "End-User authentication is required",
        ({ oidc }: KoaContextWithOIDC) => oidc.result?.login === undefined || oidc.account === undefined,
      ),
    );
  return policy;
}
