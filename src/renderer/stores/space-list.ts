import { createStore } from "zustand/vanilla";
import { inWords } from "../api/api-problem.ts";
import { everyPage } from "../api/every-page.ts";
import type { Removals, UndoableRemoval } from "./removals.ts";
import { withOrWithout } from "./with-or-without.ts";

interface Listed {
  readonly id: string;
  readonly name: string;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}

export interface SpaceListState<T> {
  /** By the Space's id; absent until it is loaded. In the server's order. */
  readonly bySpace: Readonly<Record<string, readonly T[]>>;
  /** Deleted as far as anybody sees, until the undo has run out. */
  readonly hidden: ReadonlySet<string>;
  /** Why the last load failed; what is known stays. */
  readonly problem: string | null;
}

/** All of one noun in each Space that was opened, e.g. its Tribes. */
export class SpaceList<T extends Listed> {
  readonly store = createStore<SpaceListState<T>>(() => ({ bySpace: {}, hidden: new Set(), problem: null }));
  readonly #read: (spaceId: string, cursor: string | undefined) => Promise<Page<T>>;
  readonly #decides: boolean;
  /** Grows with every change made here: an answer from before one is out of date. */
  #changes = 0;

  /** `decides` is false where nobody is shown anything else for what is in it. */
  constructor(
    read: (spaceId: string, cursor: string | undefined) => Promise<Page<T>>,
    { decides = true }: { readonly decides?: boolean } = {},
  ) {
    this.#read = read;
    this.#decides = decides;
  }

  async load(spaceId: string): Promise<void> {
    const asked = this.#changes;
    try {
      const all = await everyPage((cursor) => this.#read(spaceId, cursor));
      if (asked === this.#changes) this.#set(spaceId, all);
    } catch (error) {
      this.store.setState({ problem: inWords(error) });
    }
  }

  /** Puts a new or changed one in. */
  keep(spaceId: string, item: T): void {
    const all = this.store.getState().bySpace[spaceId] ?? [];
    const known = all.some(({ id }) => id === item.id);
    this.#changes += 1;
    this.#set(spaceId, known ? all.map((one) => (one.id === item.id ? item : one)) : [...all, item]);
  }

  drop(spaceId: string, id: string): void {
    const all = this.store.getState().bySpace[spaceId] ?? [];
    this.#changes += 1;
    this.#set(
      spaceId,
      all.filter((one) => one.id !== id),
    );
  }

  /** Hides it at once and deletes it when the undo has run out; a refusal brings it back with the reason. */
  delete(removals: Removals, spaceId: string, item: T, remove: UndoableRemoval["remove"]): void {
    removals.offer({
      key: item.id,
      ...(this.#decides && { spaceId }),
      said: `Deleted “${item.name}”`,
      refused: `“${item.name}” was not deleted.`,
      hide: (on) => this.store.setState({ hidden: withOrWithout(this.store.getState().hidden, item.id, on) }),
      remove,
      drop: () => this.drop(spaceId, item.id),
    });
  }

  #set(spaceId: string, all: readonly T[]): void {
    const { bySpace } = this.store.getState();
    if (JSON.stringify(bySpace[spaceId]) === JSON.stringify(all)) {
      if (this.store.getState().problem !== null) this.store.setState({ problem: null });
      return;
    }
    this.store.setState({ bySpace: { ...bySpace, [spaceId]: all }, problem: null });
  }
}
