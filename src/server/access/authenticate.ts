import type { Request } from "express";
import type { CredentialRef, StoredToken } from "../../core/documents.ts";
import type { Role } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import { roleOfScopes } from "../../core/sign-in.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { Caller } from "./caller.ts";
import { type ConsoleAccess, sessionId, signInProblem } from "./console-access.ts";
import { sameSecret } from "./secret-text.ts";
import type { TokenService } from "./token-service.ts";

/** Where the removed organization secret used to come from; saying so beats a bare 401. */
const secretHeaders = [
  "x-org-secret",
  "x-organization-secret",
  "x-shared-secret",
  "x-organization-shared-secret",
];
const secretSchemes = /^(secret|sharedsecret|orgsecret|organizationsecret)\s/i;
const secretToken = /^(us_org_|org_secret_|orgsec_)/;

/** What an OAuth access token allows: its account, its scopes, and the API that it is for. */
export interface SignInAccess {
  readonly accountId: string;
  readonly grantId: string;
  readonly scope: string;
  readonly audience: string;
}

interface Credentials {
  readonly workspace: Workspace;
  readonly tokens: TokenService;
  readonly console: ConsoleAccess;
  readonly oauth: { access(token: string, now: number): SignInAccess | null };
  readonly clock: { real(): number };
  /** The API that access tokens must be made for. */
  readonly audience: () => string;
  /** Owner's tokens of this run: UNDERSTUDY_TOKEN and the locator's. */
  readonly runTokens: readonly string[];
}

/** Who sends this request. @throws Problem unauthorized, shared-secret-removed */
export function authenticate(req: Request, credentials: Credentials): Caller {
  const { workspace, tokens, console, clock, runTokens } = credentials;
  refuseSharedSecret(req);
  const header = req.headers.authorization;
  const now = clock.real();
  if (header === undefined) return ofConsole(workspace, console.sessionOf(req));
  const bearer = /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1];
  if (bearer === undefined) throw signInProblem("The Authorization header must be: Bearer <token>.");
  if (runTokens.some((token) => sameSecret(token, bearer))) return operator(workspace);
  const token = ofToken(tokens.find(bearer, now)) ?? ofSignIn(credentials, bearer, now);
  if (token === null || !tokens.isAlive(token.by, now))
    throw badToken("This token is not known, was revoked, or has expired.");
  const account = workspace.document.data.accounts.find((one) => one.id === token.accountId);
  if (account === undefined) throw badToken("The account of this token is gone.");
  return new Caller(workspace, account, token.role, token.by);
}

interface Found {
  readonly accountId: string;
  readonly role: Role;
  readonly by: CredentialRef;
}

const ofToken = (token: StoredToken | null): Found | null =>
  token && { accountId: token.accountId, role: token.role, by: { kind: "token", id: token.id } };

/** The account of an OAuth access token, and the role that its scopes allow; null where it is no such token. */
function ofSignIn({ oauth, audience }: Credentials, bearer: string, now: number): Found | null {
  const access = oauth.access(bearer, now);
  if (access === null) return null;
  if (access.audience !== audience()) throw badToken("This token was made for another server.");
  const role = roleOfScopes(access.scope);
  if (role !== null)
    return { accountId: access.accountId, role, by: { kind: "sign-in", id: access.grantId } };
  throw new Problem("forbidden", "This token has no scope for the Platform API.", {
    headers: { "WWW-Authenticate": challenge("insufficient_scope") },
  });
}

/** RFC 6750, section 3.1 */
const challenge = (error: string): string => `Bearer realm="Understudy", error="${error}"`;

const badToken = (detail: string): Problem =>
  new Problem("unauthorized", detail, { headers: { "WWW-Authenticate": challenge("invalid_token") } });

function refuseSharedSecret(req: Request): void {
  const header = req.headers.authorization ?? "";
  const bearer = header.replace(/^Bearer +/i, "");
  const sent = secretHeaders.some((name) => req.headers[name] !== undefined);
  if (sent || secretSchemes.test(header) || secretToken.test(bearer)) {
    throw new Problem(
      "shared-secret-removed",
      "Organization shared secrets no longer work. Upgrade the CLI and sign in with `understudy login`, or use a personal access token.",
      { headers: { "WWW-Authenticate": 'Bearer realm="Understudy"' } },
    );
  }
}

/** The first account: the local operator, who owns the workspace. */
export function operator(workspace: Workspace): Caller {
  const [account] = workspace.document.data.accounts;
  if (account === undefined) throw signInProblem("workspace.json has no account.");
  return new Caller(workspace, account, "owner");
}

function ofConsole(workspace: Workspace, session: ReturnType<ConsoleAccess["sessionOf"]>): Caller {
  const account = workspace.document.data.accounts.find((one) => one.id === session?.accountId);
  if (session === null || account === undefined)
    throw signInProblem("Send a token: Authorization: Bearer <token>.");
  return new Caller(workspace, account, session.role, session.endsWith ?? null, {
    kind: "console",
    id: sessionId(session),
  });
}
