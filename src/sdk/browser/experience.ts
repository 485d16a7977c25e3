import type { Client } from "./client.ts";
import { type Engine, engineOf } from "./engine.ts";
import type { Definition, Metadata } from "./types.ts";

/** One controlled component of the page. Before the first answer, and wherever there is none, it is as its fallback. */
export class Experience<Data extends object = Record<string, unknown>> {
  readonly id: string;
  readonly key: string;
  private readonly engine: Engine;

  constructor(client: Client, { id, key }: Definition) {
    this.engine = engineOf(client);
    this.id = id;
    this.key = key;
  }

  get enabled(): boolean {
    return this.engine.states.see(this.id).enabled;
  }

  /** What to show; the same object until it changes. */
  get data(): Data {
    // The server checks data against the Experience's type when it is saved, and `Data` was generated from that type.
    return this.engine.states.see(this.id).data as Data;
  }

  /** Whether the fallback is enabled. Reading it locks nothing. */
  get defaultEnabled(): boolean {
    return this.engine.states.fallback(this.id).enabled;
  }

  /** The fallback's data. Reading it locks nothing. */
  get defaultData(): Data {
    return this.engine.states.fallback(this.id).data as Data;
  }

  /** Tracks an event of this Experience. */
  track(name: string, metadata?: Metadata): void {
    this.engine.tracker.track(name, metadata, this.id);
  }

  /** Hears when `enabled` or `data` is another one to the page. Gives the way to stop. */
  changed(listener: () => void): () => void {
    return this.engine.changes.add((ids) => {
      if (ids.includes(this.id)) listener();
    });
  }
}
