import { createStore } from "zustand/vanilla";
import type { FieldError } from "../../core/problem.ts";
import { ApiProblem, inWords, ServerUnreachable } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import { type EditStorage, forgetEdit, keepEdit, keptEdit } from "./unsaved-edits.ts";

/** Where an object's edits stand. Only `refused` has taken something back. */
export type Saving<T> =
  | { readonly state: "saved" }
  /** An edit is on its way, or about to be. */
  | { readonly state: "saving" }
  /** The server does not answer: the edit is kept and sent when it does. */
  | { readonly state: "waiting" }
  /** Not sent, because it cannot be right; kept as it was typed. */
  | { readonly state: "invalid"; readonly errors: readonly FieldError[] }
  /** The server said no: what is shown is the server's again. */
  | {
      readonly state: "refused";
      readonly reason: string;
      readonly errors: readonly FieldError[];
      readonly edit: Partial<T>;
    }
  /** It was changed elsewhere since: a choice between `theirs` and what is shown. */
  | { readonly state: "conflict"; readonly theirs: T };

export interface SavedState<T> {
  readonly phase: "loading" | "ready" | "failed" | "gone";
  /** Why it could not be loaded. */
  readonly problem: string | null;
  /** What is shown: the server's, with the edits that are not there yet. Null until it is loaded. */
  readonly value: T | null;
  readonly saving: Saving<T>;
}

/** How an object is read and written, and what can be said against an edit before it is sent. */
export interface SavedPort<T> {
  /** Names the object among the edits that outlive the page. */
  readonly key: string;
  readonly get: () => Promise<Tagged<T>>;
  /** Writes some members. `keepalive` when the page is being closed. */
  readonly patch: (
    edit: Partial<T>,
    options: { readonly ifMatch: string | undefined; readonly keepalive: boolean },
  ) => Promise<Tagged<T>>;
  /** What is wrong with an edit, by the very schema that the server validates with. */
  readonly check?: (edit: Partial<T>) => readonly FieldError[];
  /** Told of every version that the server has given. */
  readonly onServer?: (value: T) => void;
}

interface Options {
  readonly storage?: EditStorage;
  /** How long an edit gathers before it is sent, in ms. */
  readonly delay?: number;
}

/** One object that saves itself: an edit shows at once, is kept in the browser, and is sent in order, one at a time. */
export class SavedObject<T extends object> {
  readonly store = createStore<SavedState<T>>(() => ({
    phase: "loading",
    problem: null,
    value: null,
    saving: { state: "saved" },
  }));
  readonly #port: SavedPort<T>;
  readonly #storage: EditStorage;
  readonly #delay: number;
  #server: Tagged<T> | null = null;
  #pending: Partial<T> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  constructor(port: SavedPort<T>, { storage = localStorage, delay = 400 }: Options = {}) {
    this.#port = port;
    this.#storage = storage;
    this.#delay = delay;
  }

  /** Reads it, and goes on with an edit that an earlier visit left. With edits on the way it does nothing. */
  async load(): Promise<void> {
    if (this.#hasPending && this.#server !== null) return;
    try {
      const read = await this.#port.get();
      if (this.#hasPending && this.#server !== null) return;
      this.#accept(read);
      this.#resume();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Takes a newer version that came with a list, unless something of one's own is on the way. */
  offer(value: T, etag: string | null): void {
    if (this.#hasPending || this.#sending !== null || this.#server?.etag === etag) return;
    this.#accept({ answer: value, etag });
  }

  /** Changes some members: at once on screen, soon on the server. */
  edit(edit: Partial<T>): void {
    this.#pending = { ...this.#pending, ...edit };
    this.#keep();
    this.#show();
    if (this.store.getState().saving.state === "conflict" || this.#refusedByCheck()) return;
    this.#note({ state: "saving" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#delay);
  }

  /** Sends what waits; resolves when nothing is on the way any more. */
  async flush({ keepalive = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending !== null) {
      await this.#sending;
      return this.flush({ keepalive });
    }
    const { state } = this.store.getState().saving;
    if (!this.#hasPending || this.#server === null || state === "conflict" || state === "invalid") return;
    this.#sending = this.#send(this.#pending, keepalive).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    if (this.store.getState().saving.state === "saving" && this.#hasPending) await this.flush({ keepalive });
  }

  /** In a conflict: one's own version goes over theirs. */
  keepMine(): void {
    if (this.store.getState().saving.state !== "conflict") return;
    this.#note({ state: "saving" });
    void this.flush();
  }

  /** In a conflict, or for an edit that cannot be right: the server's version stays, one's own is let go. */
  takeTheirs(): void {
    this.#forget();
    this.#show();
    this.#note({ state: "saved" });
  }

  /** After a refusal: the edit that was taken back is shown and tried again. */
  tryAgain(): void {
    const { saving } = this.store.getState();
    if (saving.state === "refused") this.edit(saving.edit);
    else void this.flush();
  }

  get #hasPending(): boolean {
    return Object.keys(this.#pending).length > 0;
  }

  /** Goes on with an edit that an earlier visit left; on another version of the object that is a conflict. */
  #resume(): void {
    const kept = keptEdit(this.#storage, this.#port.key);
    if (kept === null || this.#hasPending || this.#server === null) return;
    if (kept.etag !== this.#server.etag) this.#note({ state: "conflict", theirs: this.#server.answer });
    this.edit(kept.edit as Partial<T>);
  }

  #keep(): void {
    const { etag } = this.#server ?? { etag: null };
    keepEdit(this.#storage, this.#port.key, { etag, edit: this.#pending });
  }

  #accept(read: Tagged<T>): void {
    this.#server = read;
    this.#port.onServer?.(read.answer);
    this.store.setState({ phase: "ready", problem: null });
    this.#show();
  }

  #show(): void {
    if (this.#server !== null) this.store.setState({ value: { ...this.#server.answer, ...this.#pending } });
  }

  #note(saving: Saving<T>): void {
    this.store.setState({ saving });
  }

  #refusedByCheck(): boolean {
    const errors = this.#port.check?.(this.#pending) ?? [];
    if (errors.length === 0) {
      if (this.store.getState().saving.state === "invalid") this.#note({ state: "saving" });
      return false;
    }
    clearTimeout(this.#timer);
    this.#note({ state: "invalid", errors });
    return true;
  }

  async #send(edit: Partial<T>, keepalive: boolean): Promise<void> {
    try {
      const ifMatch = this.#server?.etag ?? undefined;
      this.#arrived(edit, await this.#port.patch(edit, { ifMatch, keepalive }));
    } catch (error) {
      await this.#notArrived(edit, error);
    }
  }

  #arrived(sent: Partial<T>, saved: Tagged<T>): void {
    const later = Object.entries(this.#pending).filter(([name, value]) => sent[name as keyof T] !== value);
    this.#pending = Object.fromEntries(later) as Partial<T>;
    this.#accept(saved);
    if (later.length === 0) forgetEdit(this.#storage, this.#port.key);
    else this.#keep();
    if (later.length === 0) this.#note({ state: "saved" });
  }

  async #notArrived(edit: Partial<T>, error: unknown): Promise<void> {
    const busy = error instanceof ApiProblem && (error.status === 503 || error.status === 429);
    if (error instanceof ServerUnreachable || busy) return this.#note({ state: "waiting" });
    if (!(error instanceof ApiProblem)) return this.#refuse(edit, inWords(error), []);
    if (error.status === 412) return this.#conflict();
    if (error.status === 401) return this.#note({ state: "waiting" });
    if (error.status === 404) this.store.setState({ phase: "gone" });
    this.#refuse(edit, inWords(error), error.errors);
  }

  async #conflict(): Promise<void> {
    try {
      const theirs = await this.#port.get();
      this.#server = theirs;
      this.#port.onServer?.(theirs.answer);
      this.#note({ state: "conflict", theirs: theirs.answer });
    } catch {
      this.#note({ state: "waiting" });
    }
  }

  #refuse(edit: Partial<T>, reason: string, errors: readonly FieldError[]): void {
    this.#forget();
    this.#show();
    this.#note({ state: "refused", reason, errors, edit });
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#pending = {};
    forgetEdit(this.#storage, this.#port.key);
  }

  #failed(error: unknown): void {
    const gone = error instanceof ApiProblem && error.status === 404;
    if (this.#server === null || gone)
      this.store.setState({ phase: gone ? "gone" : "failed", problem: inWords(error) });
  }
}
