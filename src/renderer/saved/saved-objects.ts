import { createStore } from "zustand/vanilla";
import { isEditOf, type KeptEdits } from "../stores/kept-edits.ts";
import { onReached, type ServerStore } from "../stores/server-store.ts";
import type { SessionStore } from "../stores/session-store.ts";
import { SavedObject } from "./saved-object.ts";
import type { SavedPort, Saving } from "./saved-state.ts";

/** An edit that has not reached the server, and is not about to. */
export interface UnsavedEdit {
  /** Of its port: `experience/<space>/<collection>/<id>`. */
  readonly key: string;
  /** What the object is called; null while nobody knows. */
  readonly name: string | null;
  readonly saving: Saving<object>;
}

interface UnsavedState {
  readonly unsaved: readonly UnsavedEdit[];
}

interface FlushOptions {
  readonly of?: (key: string) => boolean;
  readonly keepalive?: boolean;
}

interface Around {
  readonly server: ServerStore;
  readonly session: SessionStore;
  readonly kept: KeptEdits;
}

const unsavedStates: ReadonlySet<Saving<object>["state"]> = new Set([
  "waiting",
  "invalid",
  "conflict",
  "gone",
]);

/** Every object that was edited in this page, so that edits go on being saved when their editor is gone. */
export class SavedObjects {
  readonly store = createStore<UnsavedState>(() => ({ unsaved: [] }));
  readonly #byKey = new Map<string, SavedObject<never>>();
  readonly #kept: KeptEdits;

  /** Sends what waited as soon as the server answers again, and when one is signed in again. */
  constructor({ server, session, kept }: Around) {
    this.#kept = kept;
    onReached(server, () => this.flush());
    session.subscribe(({ phase }, before) => {
      if (phase === "signed-in" && before.phase !== "signed-in") void this.flush();
    });
  }

  /** The object with the port's key: the same one on every visit. */
  get<T extends object>(port: SavedPort<T>): SavedObject<T> {
    const known = this.#byKey.get(port.key) as SavedObject<T> | undefined;
    if (known !== undefined) return known;
    const made = new SavedObject<T>(port, { kept: this.#kept });
    this.#byKey.set(port.key, made as unknown as SavedObject<never>);
    made.store.subscribe(({ saving }, before) => saving !== before.saving && this.#look());
    return made;
  }

  /**
   * Sends everything that waits, or what of it has such a key. `keepalive` when the page is being closed: the requests must
   * outlive it.
   */
  async flush({ of, ...options }: FlushOptions = {}): Promise<void> {
    await Promise.all(this.#all(of).map((one) => one.flush(options)));
  }

  /** What those are called of which something is on its way. */
  sending(of: (key: string) => boolean): readonly string[] {
    return this.#all(of).flatMap((one) => (one.isSending ? (one.name ?? []) : []));
  }

  #all(of: (key: string) => boolean = () => true): readonly SavedObject<never>[] {
    return [...this.#byKey].flatMap(([key, one]) => (of(key) ? one : []));
  }

  /** Reads anew what is edited by hand: nothing of it was sent that could have found out that it was deleted elsewhere. */
  async readEdited(of: (key: string) => boolean): Promise<void> {
    const edited = this.#all(of).filter((one) => one.store.getState().saving.state === "edited");
    await Promise.all(edited.map((one) => one.load()));
  }

  /** Lets an edit go, e.g. one of something that was deleted. */
  letGo(key: string): void {
    this.#byKey.get(key)?.takeTheirs();
  }

  /** The way back: the edit stands as it did. */
  takeUp(key: string, edit: object): void {
    this.#byKey.get(key)?.edit(edit as never);
  }

  /** Lets go of every edit of a thing that was deleted here and of what was in it, also of those that closed pages left. */
  async forgetAllOf(thing: string): Promise<void> {
    await this.#kept.adopt();
    for (const key of new Set([...this.#byKey.keys(), ...this.#kept.keys()])) {
      if (!isEditOf(thing, key)) continue;
      // First what closed pages left: an object goes on with that as soon as its own edit is let go.
      this.#kept.drop(key);
      this.forget(key);
    }
  }

  /** Lets go of an object that was made into another: its port's key names a new one from now on. */
  forget(key: string): void {
    this.letGo(key);
    this.#byKey.delete(key);
    this.#kept.forget(key);
    this.#look();
  }

  #look(): void {
    const all = [...this.#byKey].map(([key, one]) => ({
      key,
      name: one.name,
      saving: one.store.getState().saving,
    }));
    this.store.setState({ unsaved: all.filter(({ saving }) => unsavedStates.has(saving.state)) });
  }
}
