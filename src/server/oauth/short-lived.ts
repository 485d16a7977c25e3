import type { Adapter, AdapterPayload } from "oidc-provider";
import type { PassingNote, PassingNotes } from "../store/ports.ts";

/**
 * The most that is kept of each kind; the oldest makes room, so that no caller can fill the memory. More than one address may begin
 * while a sign-in lasts (`limits.signInsBegun`).
 */
const kept = 2_000;

/**
 * What lives for minutes (codes, interactions, browser sessions) where one server is all there is: in memory. A restart in
 * the middle of a sign-in starts it over, and nothing of it is worth a write.
 */
export function notesInMemory(): PassingNotes {
  const kinds = new Map<string, Map<string, PassingNote>>();
  const notesOf = (kind: string) => {
    const notes = kinds.get(kind) ?? new Map<string, PassingNote>();
    kinds.set(kind, notes);
    return notes;
  };
  return {
    put: async (kind, note, ofUid) => {
      const notes = notesOf(kind);
      notes.delete(note.id);
      notes.set(note.id, note);
      const among =
        ofUid === undefined ? [...notes.values()] : [...notes.values()].filter(({ uid }) => uid === note.uid);
      for (const { id } of among.slice(0, Math.max(0, among.length - (ofUid ?? kept)))) notes.delete(id);
    },
    take: async (kind, id) => {
      const found = notesOf(kind).get(id) ?? null;
      notesOf(kind).delete(id);
      return found;
    },
    find: async (kind, by, value) =>
      (by === "id"
        ? notesOf(kind).get(value)
        : [...notesOf(kind).values()].find((note) => note[by] === value)) ?? null,
    consume: async (kind, id, at) => {
      const found = notesOf(kind).get(id);
      if (found === undefined || found.consumed !== null) return false;
      notesOf(kind).set(id, { ...found, consumed: at });
      return true;
    },
    remove: async (kind, by, value) => {
      for (const [id, note] of notesOf(kind)) if (note[by] === value) notesOf(kind).delete(id);
    },
  };
}

/**
 * @param replayed told of the grant whose code was used a second time
 * @param now the real time, in ms UTC: where servers share notes, their database deletes those that are over by its own clock
 */
export function shortLived(
  notes: PassingNotes,
  kind: string,
  replayed: (grantId: string) => Promise<never>,
  now: () => number,
): Adapter {
  const find = async (by: "id" | "uid" | "userCode", value: string): Promise<AdapterPayload | undefined> => {
    const note = await notes.find(kind, by, value);
    // A little longer than it lives, so that the library itself says "expired".
    if (note === null || note.until + 60_000 <= now()) return undefined;
    return { ...note.payload, ...(note.consumed !== null && { consumed: note.consumed }) };
  };
  return {
    upsert: async (id, { consumed, ...payload }, expiresIn = 60) => {
      const { uid = null, userCode = null, grantId = null } = payload;
      await notes.put(kind, {
        id,
        uid,
        userCode,
        grantId,
        until: now() + expiresIn * 1000,
        consumed: typeof consumed === "number" ? consumed : null,
        payload,
      });
    },
    find: (id) => find("id", id),
    findByUid: (uid) => find("uid", uid),
    findByUserCode: (code) => find("userCode", code),
    consume: async (id) => {
      // Two requests with one code both found it unused; only the first may go on.
      if (await notes.consume(kind, id, Math.floor(now() / 1000))) return;
      await replayed(String((await find("id", id))?.grantId));
    },
    destroy: (id) => notes.remove(kind, "id", id),
    revokeByGrantId: (grantId) => notes.remove(kind, "grantId", grantId),
  };
}
