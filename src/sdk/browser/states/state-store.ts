import type { FallbackState } from "../types.ts";
import { same } from "./same.ts";

export type States = ReadonlyMap<string, FallbackState>;

/** What a thing is where neither the server nor the fallbacks know it. */
const unknownThing: FallbackState = { enabled: false, data: {} };

/**
 * What each Experience and Section is to the page: what is held for the session, else what the server said last, else the
 * fallback. A state that did not change stays the same object. Whatever changes gives the ids of what the page sees anew.
 */
export class StateStore {
  private readonly fallbacks: States;
  private served: States = new Map();
  /** What the session lock keeps as it was read. */
  private readonly held = new Map<string, FallbackState>();
  /** What was read since the session's start, or before the first one. */
  private readonly read = new Set<string>();
  private settled = false;
  private locked = true;

  constructor(fallbacks: States) {
    this.fallbacks = fallbacks;
  }

  fallback(id: string): FallbackState {
    return this.fallbacks.get(id) ?? unknownThing;
  }

  /** What the page sees; with the lock on, and once the session's start has settled, it stays so. */
  see(id: string): FallbackState {
    const state = this.current(id);
    this.read.add(id);
    if (this.locked && this.settled) this.held.set(id, state);
    return state;
  }

  /** A new session: nothing is held any more. `keep`: what was served stays until the first answer. */
  begin(keep: boolean): string[] {
    return this.change(() => {
      // What was read before the first start counts as shown; what a session before this one has shown is over with it.
      if (this.settled) this.read.clear();
      this.settled = false;
      this.held.clear();
      if (!keep) this.served = new Map();
    });
  }

  /** The start has its answer: that is what the page sees, whatever it read while it waited. */
  settle(states: States): string[] {
    return this.change(() => {
      this.settled = true;
      this.take(states);
    });
  }

  /** The start has no answer: with the lock on, what the page has shown by now stays. */
  settleWithout(): void {
    this.settled = true;
    this.holdRead();
  }

  /** A later answer: with the lock on it reaches only what was not read yet. */
  apply(states: States): string[] {
    return this.change(() => this.take(states));
  }

  /** Off: what is known by now shows at once. On: what was read stays from now on. */
  lock(locked: boolean): string[] {
    this.locked = locked;
    if (locked) this.holdRead();
    return this.change(() => {
      if (!locked) this.held.clear();
    });
  }

  private current(id: string): FallbackState {
    return this.held.get(id) ?? this.served.get(id) ?? this.fallback(id);
  }

  private holdRead(): void {
    if (this.locked && this.settled) for (const id of this.read) this.held.set(id, this.current(id));
  }

  private take(states: States): void {
    const known = (id: string) => this.served.get(id) ?? this.fallbacks.get(id);
    this.served = new Map(
      [...states].map(([id, state]) => {
        const before = known(id);
        return [id, before !== undefined && same(before, state) ? before : state];
      }),
    );
  }

  private change(alter: () => void): string[] {
    const before = this.ids().map((id) => [id, this.current(id)] as const);
    const known = new Set(before.map(([id]) => id));
    alter();
    const changed = before.filter(([id, state]) => this.current(id) !== state).map(([id]) => id);
    const fresh = this.ids().filter((id) => !known.has(id) && this.current(id) !== unknownThing);
    return [...changed, ...fresh];
  }

  private ids(): string[] {
    return [...new Set([...this.fallbacks.keys(), ...this.served.keys(), ...this.held.keys()])];
  }
}
