import { generateKeyPairSync } from "node:crypto";
import type { OauthDocument, StoredSecret } from "../../core/oauth-document.ts";
import { Problem } from "../../core/problem.ts";
import { cliClient, roleOfScopes, type SignIn } from "../../core/sign-in.ts";
import type { SignInAccess } from "../access/authenticate.ts";
import type { Caller } from "../access/caller.ts";
import { NotedUses } from "../access/last-use.ts";
import { sha256 } from "../access/secret-text.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { randomText } from "../workspace/new-id.ts";
import { pruned } from "./prune-sign-ins.ts";

/** How far behind `lastUsedAt` may be, in ms: it is not worth a write for every request. */
const lastUsedStep = 60_000;

export interface EndedSignIn {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
}

type Payload = Record<string, unknown>;
export type Keys = NonNullable<OauthDocument["keys"]>;

/** Who is signed in: grants and the hashes of their tokens, in one document. A secret itself is never stored. */
export class OauthStore {
  private readonly document: JsonDocument<OauthDocument>;
  private readonly now: () => number;
  private readonly noted = new NotedUses(lastUsedStep);
  /** Until when, in ms, a grant has a token that is good: every request asks, so it is found out once for each state of the document. */
  private readonly lasting = new WeakMap<OauthDocument, ReadonlyMap<string, number>>();

  /** `now`: the real time, in ms UTC. */
  constructor(document: JsonDocument<OauthDocument>, now: () => number) {
    this.document = document;
    this.now = now;
  }

  /** The signing and cookie keys; made, and kept, where there are none yet. */
  async keys(): Promise<Keys> {
    const { keys } = this.document.data;
    return (
      keys ??
      this.document.update((draft) => {
        draft.keys ??= newKeys();
        return draft.keys;
      })
    );
  }

  findGrant(grantId: string): Payload | undefined {
    const grant = own(this.document.data.grants, grantId);
    return grant === undefined ? undefined : { ...grant.payload, jti: grantId };
  }

  async saveGrant(grantId: string, payload: Payload, lifeSeconds: number): Promise<void> {
    const now = this.now();
    await this.change((draft) => {
      const known = own(draft.grants, grantId);
      draft.grants[grantId] = {
        accountId: String(payload.accountId),
        clientId: String(payload.clientId),
        createdAt: known?.createdAt ?? at(now),
        lastUsedAt: known?.lastUsedAt ?? null,
        expiresAt: at(now + lifeSeconds * 1000),
        payload: withoutSecret(payload),
      };
    });
  }

  findSecret(kind: StoredSecret["kind"], secret: string): Payload | undefined {
    const found = own(this.document.data.tokens, sha256(secret));
    return found?.kind === kind ? { ...found.payload, jti: secret } : undefined;
  }

  /** False where the grant is gone: it was revoked while this token was being made. */
  async saveSecret(
    kind: StoredSecret["kind"],
    secret: string,
    payload: Payload,
    lifeSeconds: number,
  ): Promise<boolean> {
    const grantId = String(payload.grantId);
    const expiresAt = at(this.now() + lifeSeconds * 1000);
    return this.change((draft) => {
      if (own(draft.grants, grantId) === undefined) return false;
      draft.tokens[sha256(secret)] = { kind, grantId, expiresAt, payload: withoutSecret(payload) };
      return true;
    });
  }

  /** Marks a refresh token as used; false where it was used (or revoked) already, even a moment ago. */
  async consumeSecret(secret: string): Promise<boolean> {
    return this.change((draft) => {
      const found = own(draft.tokens, sha256(secret));
      if (found === undefined || found.payload.consumed !== undefined) return false;
      found.payload.consumed = Math.floor(this.now() / 1000);
      return true;
    });
  }

  async removeSecret(secret: string): Promise<void> {
    const hash = sha256(secret);
    if (own(this.document.data.tokens, hash) === undefined) return;
    await this.change((draft) => {
      delete draft.tokens[hash];
    });
  }

  /** Ends a sign-in with every token of it, and gives whose it was; null where it had ended already, even a moment ago. */
  async removeGrant(grantId: string): Promise<EndedSignIn | null> {
    if (own(this.document.data.grants, grantId) === undefined) return null;
    const ended = await this.change((draft) => {
      const grant = own(draft.grants, grantId);
      delete draft.grants[grantId];
      return grant === undefined
        ? null
        : { id: grantId, accountId: grant.accountId, clientId: grant.clientId };
    });
    this.noted.forget(grantId);
    return ended;
  }

  /** What a bearer token stands for, or null where it is unknown, expired or revoked. Its use is noted. */
  access(secret: string, now: number): SignInAccess | null {
    const { tokens, grants } = this.document.data;
    const found = own(tokens, sha256(secret));
    if (found?.kind !== "AccessToken" || Date.parse(found.expiresAt) <= now) return null;
    const grant = own(grants, found.grantId);
    if (grant === undefined || Date.parse(grant.expiresAt) <= now) return null;
    this.noteUse(found.grantId, grant.lastUsedAt, now);
    return {
      accountId: grant.accountId,
      grantId: found.grantId,
      scope: String(found.payload.scope ?? ""),
      audience: String(found.payload.aud ?? ""),
    };
  }

  /** Whether a sign-in still has a token that is good. */
  isSignedIn(grantId: string, now: number): boolean {
    const { data } = this.document;
    const grant = own(data.grants, grantId);
    const lasting = this.lasting.get(data) ?? lastingUntil(data);
    this.lasting.set(data, lasting);
    return grant !== undefined && Date.parse(grant.expiresAt) > now && (lasting.get(grantId) ?? 0) > now;
  }

  /** The clients that are signed in as this account: those that still have a token. */
  list(accountId: string, now: number): SignIn[] {
    const { tokens, grants } = this.document.data;
    const live = new Set(
      Object.values(tokens).flatMap((one) => (Date.parse(one.expiresAt) > now ? [one.grantId] : [])),
    );
    return Object.entries(grants).flatMap(([id, grant]) =>
      grant.accountId === accountId && live.has(id) && Date.parse(grant.expiresAt) > now
        ? [
            {
              id,
              client: { id: grant.clientId, name: clientName(grant.clientId) },
              scopes: scopesOf(grant.payload),
              createdAt: grant.createdAt,
              lastUsedAt: grant.lastUsedAt,
            },
          ]
        : [],
    );
  }

  /** @throws Problem not-found where it is not the caller's, forbidden where it may do more than the caller */
  async revoke(caller: Caller, id: string): Promise<void> {
    const grant = own(this.document.data.grants, id);
    if (grant?.accountId !== caller.account.id)
      throw new Problem("not-found", "You have no sign-in with this id.");
    caller.assertMayEnd(roleOfScopes(scopesOf(grant.payload).join(" ")) ?? "viewer", id);
    await this.removeGrant(id);
  }

  /** Ends every sign-in of an account. */
  async forget(accountId: string): Promise<void> {
    if (!Object.values(this.document.data.grants).some((grant) => grant.accountId === accountId)) return;
    await this.change(({ grants }) => {
      for (const [id, grant] of Object.entries(grants)) if (grant.accountId === accountId) delete grants[id];
    });
  }

  private noteUse(grantId: string, lastUsedAt: string | null, now: number): void {
    if (!this.noted.isNews(grantId, lastUsedAt, now)) return;
    const write = this.document.update((draft) => {
      const grant = own(draft.grants, grantId);
      if (grant !== undefined) grant.lastUsedAt = at(now);
    });
    // When a sign-in was last used is worth no failed request.
    write.catch(() => undefined);
  }

  /** Each write also drops what is over, so that the document never grows for long. */
  private change<R>(change: (draft: OauthDocument) => R): Promise<R> {
    return this.document.update((draft) => {
      const result = change(draft);
      Object.assign(draft, pruned(draft, this.now()));
      return result;
    });
  }
}

function lastingUntil({ tokens }: OauthDocument): ReadonlyMap<string, number> {
  const until = new Map<string, number>();
  for (const { grantId, expiresAt } of Object.values(tokens))
    until.set(grantId, Math.max(until.get(grantId) ?? 0, Date.parse(expiresAt)));
  return until;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** Only what was put there: keys come from requests, and objects inherit. */
const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** The library keeps the token's own text in its payload. */
const withoutSecret = ({ jti: _, ...rest }: Payload): Payload => rest;

const clientName = (id: string): string => (id === cliClient.id ? cliClient.name : id);

function scopesOf(payload: Payload): string[] {
  const resources = Object.values((payload.resources ?? {}) as Record<string, unknown>);
  return resources.flatMap((scope) => String(scope).split(" ")).filter((scope) => scope !== "");
}

function newKeys(): Keys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: randomText(12) };
  return { jwk, cookie: randomText(43), form: randomText(43) };
}
