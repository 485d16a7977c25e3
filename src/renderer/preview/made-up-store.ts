import { createStore, type StoreApi } from "zustand/vanilla";
import { personaEvent, personaUser } from "../../core/persona.ts";
import { type MadeUp, nobodyYet } from "../users/made-up/made-up.ts";

type MadeUpStorage = Pick<Storage, "getItem" | "setItem">;
export type MadeUpStore = StoreApi<{ readonly value: MadeUp }>;

const entry = (spaceId: string) => `understudy:made-up:${spaceId}`;

/** Whom somebody made up in a Space last; kept in this browser. */
export function createMadeUpStore(spaceId: string, storage: MadeUpStorage = localStorage): MadeUpStore {
  const store = createStore(() => ({ value: keptIn(storage, spaceId) }));
  store.subscribe(({ value }) => {
    try {
      storage.setItem(entry(spaceId), JSON.stringify(value));
    } catch {
      // Full or forbidden: it lives in the page, as it did before.
    }
  });
  return store;
}

function keptIn(storage: MadeUpStorage, spaceId: string): MadeUp {
  try {
    const kept: unknown = JSON.parse(storage.getItem(entry(spaceId)) ?? "null");
    return readMadeUp(kept) ?? nobodyYet;
  } catch {
    return nobodyYet;
  }
}

/** Reads what was kept by the schema of personas; null where it does not fit any more. */
function readMadeUp(kept: unknown): MadeUp | null {
  if (typeof kept !== "object" || kept === null || !("user" in kept) || !("events" in kept)) return null;
  const user = personaUser.safeParse(kept.user);
  const events = personaEvent.array().safeParse(kept.events);
  return user.success && events.success ? { user: user.data, events: events.data } : null;
}
