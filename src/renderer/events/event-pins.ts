import { createStore } from "zustand/vanilla";
import { type Event, metadataPairs } from "../../core/event.ts";
import { type BrowserMemory, noMemory, remember, remembered } from "../stores/browser-memory.ts";

/** More would not fit beside each other. */
export const mostPins = 6;

export type PinsStore = ReturnType<typeof createPinsStore>;

/** Events kept at hand to compare, whatever the filter; by sequence, newest first. Remembered under an entry of this browser. */
export function createPinsStore(memory: BrowserMemory = noMemory, entry = "") {
  const store = createStore<{ readonly pinned: readonly Event[] }>(() => ({ pinned: read(memory, entry) }));
  store.subscribe(({ pinned }) => remember(memory, entry, pinned));
  return store;
}

/** What this console remembered itself: one entry that is no event any more, and all are let go of. */
function read(memory: BrowserMemory, entry: string): readonly Event[] {
  const kept = remembered(memory, entry);
  const isEvent = (one: unknown) =>
    typeof (one as Event | null)?.sequence === "number" && "metadata" in (one as Event);
  return Array.isArray(kept) && kept.every(isEvent) ? (kept as Event[]) : [];
}

export const isPinned = (pinned: readonly Event[], event: Event): boolean =>
  pinned.some((one) => one.sequence === event.sequence);

/** Pins an event, or lets go of it. False where no more can be pinned. */
export function togglePin(pins: PinsStore, event: Event): boolean {
  const { pinned } = pins.getState();
  if (isPinned(pinned, event)) {
    pins.setState({ pinned: pinned.filter((one) => one.sequence !== event.sequence) });
    return true;
  }
  if (pinned.length >= mostPins) return false;
  pins.setState({ pinned: [...pinned, event].sort((a, b) => b.sequence - a.sequence) });
  return true;
}

/** One line of the comparison: what each event says, null where it says nothing. */
interface ComparedLine {
  readonly name: string;
  readonly values: readonly (string | null)[];
  readonly differs: boolean;
}

/** The facts of events side by side, line by line; those that none has are left out. */
export function compareEvents(events: readonly Event[]): ComparedLine[] {
  const facts = events.map(factsOf);
  const names = [...new Set(facts.flatMap((one) => [...one.keys()]))];
  return names.map((name) => {
    const values = facts.map((one) => one.get(name) ?? null);
    return { name, values, differs: new Set(values).size > 1 };
  });
}

function factsOf(event: Event): Map<string, string> {
  const facts: (readonly [string, string | undefined])[] = [
    ["status", event.status],
    ["problem", event.problem?.code],
    ["name", event.name],
    ["time", event.time],
    ["userId", event.userId],
    ["anonymousId", event.anonymousId],
    ["sessionId", event.sessionId],
    ["experienceId", event.experienceId],
    ...metadataPairs(event.metadata).map(({ key, value }) => [`metadata.${key}`, value] as const),
    ["source", event.source],
    ["sdk", event.sdk && `${event.sdk.name} ${event.sdk.version}`.trim()],
  ];
  const told = new Map<string, string>();
  for (const [name, value] of facts) if (value !== undefined) told.set(freeName(told, name), value);
  return told;
}

/** A name that is not there yet: two pairs of an event may have one key. */
function freeName(told: ReadonlyMap<string, string>, name: string): string {
  return told.has(name) ? freeName(told, `${name} again`) : name;
}
