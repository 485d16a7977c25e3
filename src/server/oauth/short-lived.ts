import type { Adapter, AdapterPayload } from "oidc-provider";

/** The most that is kept of each kind; the oldest makes room, so that no caller can fill the memory. */
const kept = 400;

interface Entry {
  readonly payload: AdapterPayload;
  /** ms UTC */
  readonly until: number;
}

/**
 * What lives for minutes (codes, interactions, browser sessions) stays in memory: a restart in the middle of a sign-in
 * starts it over, and nothing of it is worth a write.
 *
 * @param replayed told of the grant whose code was used a second time
 */
export function shortLived(replayed: (grantId: string) => Promise<never>): Adapter {
  const entries = new Map<string, Entry>();
  const find = (id: string): AdapterPayload | undefined => {
    const entry = entries.get(id);
    // A little longer than it lives, so that the library itself says "expired".
    if (entry === undefined || entry.until + 60_000 > Date.now()) return entry?.payload;
    entries.delete(id);
    return undefined;
  };
  const findWhere = (is: (payload: AdapterPayload) => boolean) => {
    const id = [...entries].find(([, { payload }]) => is(payload))?.[0];
    return id === undefined ? undefined : find(id);
  };
  return {
    upsert: async (id, payload, expiresIn = 60) => {
      entries.delete(id);
      entries.set(id, { payload, until: Date.now() + expiresIn * 1000 });
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > kept) entries.delete(oldest);
    },
    find: async (id) => find(id),
    findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: async (code) => findWhere((payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = find(id);
      // Two requests with one code both found it unused; only the first may go on.
      if (payload === undefined || payload.consumed) await replayed(String(payload?.grantId));
      else payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void entries.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
    },
  };
}
