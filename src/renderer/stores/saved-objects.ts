import { SavedObject, type SavedPort } from "./saved-object.ts";
import type { ServerStore } from "./server-store.ts";

/** Every object that was edited in this page, so that edits go on being saved when their editor is gone. */
export class SavedObjects {
  readonly #byKey = new Map<string, SavedObject<never>>();

  /** Sends what waited as soon as the server answers again. */
  constructor(server: ServerStore) {
    server.subscribe(({ reach }, before) => {
      if (reach === "running" && before.reach === "lost") void this.flush();
    });
  }

  /** The object with the port's key: the same one on every visit. */
  get<T extends object>(port: SavedPort<T>): SavedObject<T> {
    const known = this.#byKey.get(port.key) as SavedObject<T> | undefined;
    if (known !== undefined) return known;
    const made = new SavedObject<T>(port);
    this.#byKey.set(port.key, made as unknown as SavedObject<never>);
    return made;
  }

  /** Sends everything that waits. `keepalive` when the page is being closed: the requests must outlive it. */
  async flush(options: { readonly keepalive?: boolean } = {}): Promise<void> {
    await Promise.all([...this.#byKey.values()].map((one) => one.flush(options)));
  }

  /** Whether anything has not reached the server yet. */
  get unsaved(): boolean {
    return [...this.#byKey.values()].some((one) => one.store.getState().saving.state !== "saved");
  }
}
