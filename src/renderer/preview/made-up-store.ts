import { createStore, type StoreApi } from "zustand/vanilla";
import { personaEvent, personaUser } from "../../core/persona.ts";
import { type MadeUp, nobodyYet } from "../people/made-up/made-up.ts";
import { type BrowserMemory, remember, remembered } from "../stores/browser-memory.ts";

export type MadeUpStore = StoreApi<{ readonly value: MadeUp }>;

const entry = (spaceId: string) => `understudy:made-up:${spaceId}`;

/** Whom somebody made up in a Space last; kept in this browser. */
export function createMadeUpStore(spaceId: string, memory: BrowserMemory = localStorage): MadeUpStore {
  const store = createStore(() => ({ value: readMadeUp(remembered(memory, entry(spaceId))) ?? nobodyYet }));
  store.subscribe(({ value }) => remember(memory, entry(spaceId), value));
  return store;
}

/** Reads what was kept by the schema of personas; null where it does not fit any more. */
function readMadeUp(kept: unknown): MadeUp | null {
  if (typeof kept !== "object" || kept === null || !("user" in kept) || !("events" in kept)) return null;
  const user = personaUser.safeParse(kept.user);
  const events = personaEvent.array().safeParse(kept.events);
  return user.success && events.success ? { user: user.data, events: events.data } : null;
}
