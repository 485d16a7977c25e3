import { type Adapter, type AdapterFactory, errors } from "oidc-provider";
import type { PassingNotes } from "../store/ports.ts";
import type { EndedSignIn, OauthStore } from "./oauth-store.ts";
import { shortLived } from "./short-lived.ts";

const year = 365 * 24 * 60 * 60;

type EndGrant = (grantId: string) => Promise<void>;

/**
 * Where oidc-provider keeps each of its models: sign-ins in the document, all else as passing notes.
 *
 * @param onEnded told of each sign-in that a request to the provider has ended
 * @param now the real time, in ms UTC
 */
export function adapters(
  store: OauthStore,
  notes: PassingNotes,
  onEnded: (signIn: EndedSignIn) => Promise<void>,
  now: () => number,
): AdapterFactory {
  const end: EndGrant = async (grantId) => {
    const ended = await store.removeGrant(grantId);
    if (ended !== null) await onEnded(ended);
  };
  return (model) => {
    if (model === "Grant") return grants(store, end);
    if (model === "AccessToken" || model === "RefreshToken") return secrets(store, model, end);
    const replayed = async (grantId: string) => {
      await end(grantId);
      throw new errors.InvalidGrant("code was used already");
    };
    return shortLived(notes, model, replayed, now);
  };
}

const nothing = async () => undefined;

const grants = (store: OauthStore, end: EndGrant): Adapter => ({
  upsert: (id, payload, life = year) => store.saveGrant(id, { ...payload }, life),
  find: async (id) => store.findGrant(id),
  destroy: end,
  revokeByGrantId: end,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
});

const secrets = (store: OauthStore, kind: "AccessToken" | "RefreshToken", end: EndGrant): Adapter => ({
  upsert: async (secret, payload, life = 60) => {
    const saved = await store.saveSecret(kind, secret, { ...payload }, life);
    if (!saved) throw new errors.InvalidGrant("the sign-in was revoked");
  },
  find: async (secret) => store.findSecret(kind, secret),
  consume: async (secret) => {
    if (await store.consumeSecret(secret)) return;
    // Used twice at the same moment: one of the two callers is not the client (RFC 9700, 4.14.2).
    const grantId = store.findSecret(kind, secret)?.grantId;
    if (typeof grantId === "string") await end(grantId);
    throw new errors.InvalidGrant("refresh token already used");
  },
  destroy: (secret) => store.removeSecret(secret),
  revokeByGrantId: end,
  findByUid: nothing,
  findByUserCode: nothing,
});
