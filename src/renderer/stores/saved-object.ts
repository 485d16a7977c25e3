import { createStore } from "zustand/vanilla";
import type { FieldError } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import type { KeptEdits } from "./kept-edits.ts";
import { membersOf, mergeEdited } from "./merge-edits.ts";
import { nameOf } from "./name-of.ts";
import { isPassing, Retry } from "./retry.ts";
import type { SavedPort, SavedState, Saving } from "./saved-state.ts";

interface Options {
  readonly kept: KeptEdits;
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
  readonly #kept: KeptEdits;
  readonly #delay: number;
  #server: Tagged<T> | null = null;
  #pending: Partial<T> = {};
  /** A page that was being closed sent it: nobody heard whether it arrived. */
  #mayHaveArrived = false;
  /** Told as soon as nothing else is to be told, so that later edits do not hide it. */
  #refusal: Refused<T> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  readonly #retry = new Retry();

  constructor(port: SavedPort<T>, { kept, delay = 400 }: Options) {
    this.#port = port;
    this.#kept = kept;
    this.#delay = delay;
    if (kept.of(port.key) !== null) this.#note({ state: "waiting" });
  }

  /** What it is called; null while nobody knows. */
  get name(): string | null {
    return this.#server === null
      ? (this.#kept.of(this.#port.key)?.name ?? null)
      : nameOf(this.#server.answer);
  }

  /** Reads it, and goes on with an edit that an earlier visit left. With edits on the way it does nothing. */
  async load(): Promise<void> {
    if (this.#hasPending && this.#server !== null) return;
    try {
      const [read] = await Promise.all([this.#port.get(), this.#kept.adopt()]);
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
    const { phase, saving } = this.store.getState();
    const before = saving.state === "gone" ? saving.edit : this.#pending;
    if (saving.state === "refused" && !this.#hasPending) this.#refusal = null;
    this.#pending = { ...before, ...edit };
    this.#show();
    // Until it is chosen, what is kept stays an edit of the version before: a later visit has to ask, too.
    if (saving.state === "conflict") return;
    this.#keep();
    if (phase === "gone") this.#gone();
    else if (!this.#refusedByCheck()) this.#soon();
  }

  /** Sends what waits; resolves when nothing is on the way any more. */
  async flush({ keepalive = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    const { state } = this.store.getState().saving;
    if (this.#server === null && state === "waiting" && !keepalive) return this.load();
    const waits = this.#hasPending && this.#server !== null && state !== "conflict" && state !== "invalid";
    if (keepalive && waits) this.#keepAsSent();
    if (this.#sending !== null) {
      await this.#sending;
      return this.flush({ keepalive });
    }
    if (!waits || this.#refusedByCheck()) return;
    this.#retry.stop();
    this.#sending = this.#send(this.#pending, keepalive).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    if (this.#hasPending && goesOn.has(this.store.getState().saving.state)) await this.flush({ keepalive });
  }

  /** In a conflict: one's own version goes over theirs. */
  keepMine(): void {
    if (this.store.getState().saving.state !== "conflict") return;
    this.#mayHaveArrived = false;
    this.#note({ state: "saving" });
    this.#keep();
    void this.flush();
  }

  /** In a conflict, or for an edit that cannot be right: the server's version stays, one's own is let go. */
  takeTheirs(): void {
    this.#refusal = null;
    this.#settle();
  }

  /** After a refusal: the edit that was taken back is shown and tried again, on what was saved since. */
  tryAgain(): void {
    const [refusal, { value }] = [this.#refusal, this.store.getState()];
    if (refusal === null || value === null) void this.flush();
    else this.edit(mergeEdited(refusal.base, refusal.edit, value).edit);
  }

  #soon(): void {
    this.#note({ state: "saving" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#delay);
  }

  get #edited(): (keyof T)[] {
    return Object.keys(this.#pending) as (keyof T)[];
  }

  get #hasPending(): boolean {
    return this.#edited.length > 0;
  }

  /** Goes on with an edit that an earlier visit left; on another version of the object it is put together with that. */
  #resume(): void {
    const kept = this.#kept.of(this.#port.key);
    if (kept === null || this.#hasPending || this.#server === null) return;
    const { answer, etag } = this.#server;
    this.#pending = kept.edit as Partial<T>;
    this.#mayHaveArrived = kept.sent === true;
    const merge = kept.etag === etag ? "merged" : this.#merge((kept.base ?? {}) as Partial<T>, answer);
    if (merge === "conflict") this.#note({ state: "conflict", theirs: answer });
    if (merge === "same") this.#settle();
    else this.edit(this.#pending);
  }

  /**
   * Merges what is on the way with a newer version; `base` is what both were made on. `same`: that version has all of it.
   * `conflict`: both changed the same, or it may have arrived and been set back, and sending it again could undo that.
   */
  #merge(base: Partial<T>, theirs: T): "same" | "merged" | "conflict" {
    const { edit, conflict } = mergeEdited(base, this.#pending, theirs);
    this.#pending = edit;
    if (this.#edited.every((name) => jsonEqual(this.#pending[name], theirs[name]))) return "same";
    return conflict || this.#mayHaveArrived ? "conflict" : "merged";
  }

  #keep(): void {
    const { answer, etag = null } = this.#server ?? {};
    const { name } = this;
    const base = Object.fromEntries(this.#edited.map((name) => [name, answer?.[name]]));
    this.#kept.keep(this.#port.key, {
      etag,
      edit: this.#pending,
      base,
      sent: this.#mayHaveArrived,
      ...(name !== null && { name }),
    });
  }

  #keepAsSent(): void {
    this.#mayHaveArrived = true;
    this.#keep();
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
    this.#pending = this.#since(sent);
    this.#mayHaveArrived = false;
    this.#retry.reset();
    this.#accept(saved);
    if (this.#hasPending) this.#keep();
    else this.#settle();
  }

  /** What was edited since this was sent. */
  #since(sent: Partial<T>): Partial<T> {
    return withOnly(this.#pending, (name) => this.#pending[name] !== sent[name]);
  }

  /** Nothing of one's own is on the way any more, unless another page left something, too. */
  #settle(): void {
    this.#forget();
    this.#show();
    this.#note(this.#refusal ?? { state: "saved" });
    this.#resume();
  }

  async #notArrived(edit: Partial<T>, error: unknown): Promise<void> {
    if (isPassing(error)) return this.#wait(error);
    if (!(error instanceof ApiProblem)) return this.#refuse(edit, inWords(error), []);
    if (error.status === 412) return this.#conflict();
    if (error.status === 401) return this.#note({ state: "waiting" });
    if (error.status === 404) return this.#gone();
    this.#refuse(edit, inWords(error), error.errors);
  }

  /** Changed elsewhere: what goes together stays both and is sent again; else it is a choice. */
  async #conflict(): Promise<void> {
    const before = this.#server?.answer ?? {};
    try {
      const theirs = await this.#port.get();
      const merge = this.#merge(before, theirs.answer);
      this.#accept(theirs);
      if (merge === "same") return this.#settle();
      if (merge === "conflict") return this.#note({ state: "conflict", theirs: theirs.answer });
      this.#keep();
      if (!this.#refusedByCheck()) this.#note({ state: "saving" });
    } catch (error) {
      await this.#notArrived(this.#pending, error);
    }
  }

  /** It was deleted elsewhere. What was typed stays kept until it is let go. */
  #gone(): void {
    clearTimeout(this.#timer);
    this.#retry.stop();
    this.#pending = {};
    this.store.setState({ phase: "gone", problem: null });
    const kept = this.#kept.of(this.#port.key);
    const [edit, base] = [kept?.edit as Partial<T> | undefined, (kept?.base ?? {}) as Partial<T>];
    this.#note(edit === undefined ? { state: "saved" } : { state: "gone", edit, base });
  }

  #wait(error: unknown): void {
    this.#note({ state: "waiting" });
    this.#retry.later(error, () => void this.flush());
  }

  /** Takes back what was sent. What was edited since stays, without what was taken back, and is sent. */
  #refuse(sent: Partial<T>, reason: string, errors: readonly FieldError[]): void {
    const server = (this.#server?.answer ?? {}) as T;
    const edited = this.#since(sent);
    const { edit: later } = mergeEdited(sent, edited, { ...edited, ...membersOf(server, sent) } as T);
    const lost = (name: keyof T) => !(name in edited && jsonEqual(later[name], edited[name]));
    this.#takeBack(withOnly(sent, lost), server, { reason, errors });
    this.#forget();
    this.#pending = later;
    this.#show();
    this.#note(this.#refusal ?? { state: "saving" });
    if (!this.#hasPending) return;
    this.#keep();
    this.#refusedByCheck();
  }

  /** Remembers what was refused until it is told, with what was refused before and is not told yet. */
  #takeBack(sent: Partial<T>, base: T, why: Pick<Refused<T>, "reason" | "errors">): void {
    const earlier =
      this.#refusal === null ? {} : mergeEdited(this.#refusal.base, this.#refusal.edit, base).edit;
    const edit = { ...earlier, ...mergeEdited(base, sent, { ...base, ...earlier }).edit };
    if (Object.keys(sent).length > 0)
      this.#refusal = { state: "refused", ...why, edit, base: membersOf(base, edit) };
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#retry.reset();
    this.#pending = {};
    this.#mayHaveArrived = false;
    this.#kept.forget(this.#port.key);
  }

  #failed(error: unknown): void {
    if (error instanceof ApiProblem && error.status === 404) this.#gone();
    else if (this.#server === null) this.#notRead(error);
  }

  #notRead(error: unknown): void {
    this.store.setState({ phase: "failed", problem: inWords(error) });
    if (this.store.getState().saving.state !== "waiting") return;
    this.#note({ state: "waiting" });
    if (isPassing(error)) this.#retry.later(error, () => void this.load());
  }
}

type Refused<T> = Extract<Saving<T>, { readonly state: "refused" }>;

/** States in which what was edited meanwhile is sent at once. */
const goesOn: ReadonlySet<string> = new Set(["saving", "refused"]);

const withOnly = <T extends object>(edit: Partial<T>, passes: (name: keyof T) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(edit).filter(([name]) => passes(name as keyof T))) as Partial<T>;
