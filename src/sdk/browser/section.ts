import type { Client } from "./client.ts";
import { type Engine, engineOf } from "./engine.ts";
import type { Experience } from "./experience.ts";
import type { Definition, FallbackState } from "./types.ts";

/** An ordered list of Experiences. Before the first answer, and wherever there is none, it is as its fallback. */
export class Section<Child extends Experience<object> = Experience> {
  readonly id: string;
  readonly key: string;
  private readonly engine: Engine;
  private readonly known: ReadonlyMap<string, Child>;
  /** The list made of a state: the same one until the state changes. */
  private readonly lists = new WeakMap<FallbackState, readonly Child[]>();

  /** `children`: those that the Section may show, by the Experience's id. */
  constructor(client: Client, { id, key }: Definition, children: Readonly<Record<string, Child>>) {
    this.engine = engineOf(client);
    this.id = id;
    this.key = key;
    this.known = new Map(Object.entries(children));
  }

  get enabled(): boolean {
    return this.engine.states.see(this.id).enabled;
  }

  /** What to show, in order; the same list until it changes. Experiences that this code does not know are left out. */
  get children(): readonly Child[] {
    return this.listOf(this.engine.states.see(this.id));
  }

  /** Whether the fallback is enabled. Reading it locks nothing. */
  get defaultEnabled(): boolean {
    return this.engine.states.fallback(this.id).enabled;
  }

  /** The fallback's children. Reading it locks nothing. */
  get defaultChildren(): readonly Child[] {
    return this.listOf(this.engine.states.fallback(this.id));
  }

  /** Hears when `enabled` or `children` is another one to the page. Gives the way to stop. */
  changed(listener: () => void): () => void {
    return this.engine.changes.add((ids) => {
      if (ids.includes(this.id)) listener();
    });
  }

  private listOf(state: FallbackState): readonly Child[] {
    const made = this.lists.get(state);
    if (made !== undefined) return made;
    const list = (state.children ?? []).flatMap(({ id }) => this.known.get(id) ?? []);
    this.lists.set(state, list);
    return list;
  }
}
