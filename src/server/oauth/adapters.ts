import { type Adapter, type AdapterFactory, errors } from "oidc-provider";
import type { PassingNotes } from "../store/ports.ts";
import type { OauthStore } from "./oauth-store.ts";
import { shortLived } from "./short-lived.ts";

const year = 365 * 24 * 60 * 60;

/** Where oidc-provider keeps each of its models: sign-ins in the document, all else as passing notes. */
export function adapters(store: OauthStore, notes: PassingNotes): AdapterFactory {
  return (model) => {
    if (model === "Grant") return grants(store);
    if (model === "AccessToken" || model === "RefreshToken") return secrets(store, model);
    return shortLived(notes, model, async (grantId) => {
      await store.removeGrant(grantId);
      throw new errors.InvalidGrant("code was used already");
    });
  };
}

const nothing = async () => undefined;

const grants = (store: OauthStore): Adapter => ({
  upsert: (id, payload, life = year) => store.saveGrant(id, { ...payload }, life),
  find: async (id) => store.findGrant(id),
  destroy: (id) => store.removeGrant(id),
  revokeByGrantId: (id) => store.removeGrant(id),
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
});

const secrets = (store: OauthStore, kind: "AccessToken" | "RefreshToken"): Adapter => ({
  upsert: async (secret, payload, life = 60) => {
    const saved = await store.saveSecret(kind, secret, { ...payload }, life);
    if (!saved) throw new errors.InvalidGrant("the sign-in was revoked");
  },
  find: async (secret) => store.findSecret(kind, secret),
  consume: async (secret) => {
    if (await store.consumeSecret(secret)) return;
    // Used twice at the same moment: one of the two callers is not the client (RFC 9700, 4.14.2).
    const grantId = store.findSecret(kind, secret)?.grantId;
    if (typeof grantId === "string") await store.removeGrant(grantId);
    throw new errors.InvalidGrant("refresh token already used");
  },
  destroy: (secret) => store.removeSecret(secret),
  revokeByGrantId: (grantId) => store.removeGrant(grantId),
  findByUid: nothing,
  findByUserCode: nothing,
});
