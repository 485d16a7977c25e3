import { createStore } from "zustand/vanilla";
import type { FieldError } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { ApiProblem, inWords, isGone, ServerUnreachable } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import { isPassing, Retry } from "../api/retry.ts";
import type { KeptEdits } from "../stores/kept-edits.ts";
import { membersOf, mergeEdited, withOnly } from "./merge-edits.ts";
import { type Refused, takeBack, withLater } from "./refused-edit.ts";
import { rightPart } from "./right-part.ts";
import type { SavedPort, SavedState, Saving } from "./saved-state.ts";

interface Options {
  readonly kept: KeptEdits;
  /** How long an edit gathers before it is sent, in ms. */
  readonly delay?: number;
}

/** After how long an old version that came with a list is asked for, in ms: by then a list that was late has been overtaken. */
const lookAgain = 1_000;

/** One object with its edits: each shows at once, is kept in the browser, and is sent in order, one at a time. */
export class SavedObject<T extends object> {
  readonly store = createStore<SavedState<T>>(() => ({
    phase: "loading",
    problem: null,
    value: null,
    server: null,
    saving: { state: "saved" },
  }));
  readonly #port: SavedPort<T>;
  readonly #kept: KeptEdits;
  readonly #delay: number;
  #server: Tagged<T> | null = null;
  /** Tags of versions that were there before: what comes with one of them is late, or was brought back. */
  readonly #old = new Set<string>();
  /** How many versions were taken: a read that was begun before the last one is late. */
  #taken = 0;
  #look: ReturnType<typeof setTimeout> | undefined;
  /** What a list had while something of one's own was on the way. */
  #offered: Tagged<T> | null = null;
  #pending: Partial<T> = {};
  /** A page that was being closed sent it: nobody heard whether it arrived. */
  #mayHaveArrived = false;
  #onItsWay: Partial<T> | null = null;
  /** Told as soon as nothing else is to be told, so that later edits do not hide it. */
  #refusal: Refused<T> | null = null;
  #isKept = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #writes: Promise<void> = Promise.resolve();
  readonly #retry = new Retry();

  constructor(port: SavedPort<T>, { kept, delay = 400 }: Options) {
    this.#port = port;
    this.#kept = kept;
    this.#delay = delay;
    const left = kept.of(port.key);
    if (left !== null) this.#note({ state: this.#byHand && !left.asked ? "edited" : "waiting" });
  }

  /** What it is called; null while nobody knows. */
  get name(): string | null {
    const { server, value } = this.store.getState();
    if (server === null || value === null) return this.#kept.of(this.#port.key)?.name ?? null;
    return nameOf(server) || nameOf(value);
  }

  /** Members that are one value, whose parts mean nothing alone. */
  get whole(): readonly (keyof T)[] {
    return this.#port.whole ?? [];
  }

  /** What is edited and not saved. */
  get pending(): Partial<T> {
    return this.#pending;
  }

  /** Whether something of it has been sent, and has not been answered. */
  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** Whether what is edited outlives the page: the browser may have no room for it. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Reads it, and goes on with an edit that an earlier visit left. With edits on the way it does nothing. */
  async load(): Promise<void> {
    if (this.#isOnTheWay) return;
    const taken = this.#taken;
    try {
      const [read] = await Promise.all([this.#port.get(), this.#kept.adopt()]);
      if (this.#isOnTheWay || (this.#taken !== taken && this.#old.has(read.etag ?? ""))) return;
      if (this.#hasPending) this.#rebase(read);
      else this.#accept(read);
      this.#resume();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Takes a newer version that came with a list, unless something of one's own is on the way. Of an old one it asks whether it is back. */
  offer(value: T, etag: string | null): void {
    const isBusy = this.#hasPending || this.#sending !== null;
    this.#offered = isBusy ? { answer: value, etag } : null;
    if (isBusy || this.#server?.etag === etag) return;
    if (this.#old.has(etag ?? "")) {
      clearTimeout(this.#look);
      this.#look = setTimeout(() => void this.load(), lookAgain);
    } else this.#accept({ answer: value, etag });
  }

  /** Changes some members: at once on screen, soon on the server unless it is saved by hand. */
  edit(edit: Partial<T>): void {
    const { phase, saving } = this.store.getState();
    const before = saving.state === "gone" ? saving.edit : this.#pending;
    if (saving.state === "refused" && !this.#hasPending) this.#refusal = null;
    if (this.#refusal !== null) this.#refusal = withLater(this.#refusal, edit);
    this.#pending = { ...before, ...edit };
    this.#show();
    if (saving.state === "conflict") this.#keepUnchosen();
    else this.#keep();
    if (saving.state === "conflict") return;
    if (phase === "gone") this.#gone();
    else if (this.#byHand) {
      if (this.#sending === null) this.#noteEdited();
    } else this.#soon();
  }

  /** Saves by hand. Resolves when nothing is on the way any more. */
  async save(): Promise<void> {
    while (this.#sending !== null) await this.#sending;
    if (!this.#hasPending || this.store.getState().saving.state === "conflict") return;
    this.#note({ state: "saving" });
    await this.flush();
  }

  /** Writes some members at once, whatever else is edited; in order. @throws ApiProblem, ServerUnreachable */
  write(edit: Partial<T>): Promise<void> {
    const written = this.#writes.then(() => this.#writeNow(edit));
    this.#writes = settled(written);
    return written;
  }

  async #writeNow(edit: Partial<T>): Promise<void> {
    // Before it is known what an earlier visit left of it, that would be taken as saved.
    if (this.#server === null) await this.load();
    if (this.#server === null) {
      this.#accept(await this.#port.get());
      this.#resume();
    }
    while (this.#sending !== null) await this.#sending;
    const written = this.#write(edit);
    this.#sending = settled(written).then(() => {
      this.#sending = null;
    });
    await written;
  }

  /** Sends what waits; resolves when nothing is on the way any more. */
  async flush({ keepalive = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    const { state } = this.store.getState().saving;
    if (this.#server === null && state === "waiting" && !keepalive) return this.load();
    const isPart = state === "invalid" && !this.#byHand;
    const waits = this.#hasPending && this.#server !== null && (this.#isSent(state) || isPart);
    // Without an answer the next page would have to ask what becomes of all of it.
    if (keepalive && (this.#port.byHand?.unheard || !waits || isPart)) return;
    // What was edited since something went on its way is not sent with it.
    if (keepalive && !this.#isLater) this.#keepAsSent();
    if (this.#sending !== null) {
      await this.#sending;
      return this.flush({ keepalive });
    }
    if (!waits) return;
    this.#noteWrong();
    const { right } = this;
    if (Object.keys(right).length === 0) return;
    this.#retry.stop();
    this.#sending = this.#send(right, keepalive).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    if (this.store.getState().saving.state !== "waiting") await this.flush({ keepalive });
  }

  /** In a conflict: one's own version goes over theirs. */
  keepMine(): void {
    if (this.store.getState().saving.state !== "conflict") return;
    this.#mayHaveArrived = false;
    this.#note({ state: "saving" });
    this.#keep();
    void this.flush();
  }

  /** In a conflict, or for what was deleted: the server's version stays, one's own is let go. */
  takeTheirs(): void {
    this.#refusal = null;
    this.#settle();
  }

  /** What of the edit can be saved now: all of it where nothing in it is wrong, else what is right by itself. */
  get right(): Partial<T> {
    const { check, byHand } = this.#port;
    if (check === undefined || this.#server === null) return this.#pending;
    if (byHand !== undefined) return check(this.#pending).length === 0 ? this.#pending : {};
    return rightPart(this.#pending, this.#server.answer, check);
  }

  /** Lets go of what cannot be right in an edit. The rest is saved. */
  dropWrong(): void {
    const { right } = this;
    this.#pending = right;
    if (this.#hasPending) this.edit(right);
    else this.takeTheirs();
  }

  /** After a refusal: the edit that was taken back is shown and tried again, on what was saved since. */
  tryAgain(): void {
    const [refusal, { value, saving }] = [this.#refusal, this.store.getState()];
    if (refusal === null || value === null || saving.state !== "refused") void this.flush();
    else this.edit(mergeEdited(refusal.base, refusal.edit, value).edit);
  }

  get #byHand(): boolean {
    return this.#port.byHand !== undefined;
  }

  /** Whether what is edited is sent by itself in a state. By hand that is what was to be saved, and waits. */
  #isSent(state: Saving<T>["state"]): boolean {
    if (this.#byHand) return state === "saving" || state === "waiting";
    return state !== "conflict" && state !== "invalid";
  }

  /** Whether a version that was read now could only be in the way. */
  get #isOnTheWay(): boolean {
    if (this.#server === null) return false;
    const { state } = this.store.getState().saving;
    return this.#sending !== null || state === "conflict" || (this.#hasPending && this.#isSent(state));
  }

  #soon(): void {
    if (!this.#noteWrong()) this.#note({ state: "saving" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#delay);
  }

  /** By hand: notes an edit that is not to be saved yet. What equals the server's is not an edit. */
  #noteEdited(): void {
    this.#retry.stop();
    this.#pending = withOnly(
      this.#pending,
      (name) => !jsonEqual(this.#pending[name], this.#server?.answer[name]),
    );
    if (this.#hasPending) this.#note({ state: "edited" });
    else this.#settle();
  }

  get #edited(): (keyof T)[] {
    return namesOf(this.#pending);
  }

  get #hasPending(): boolean {
    return this.#edited.length > 0;
  }

  /** Goes on with an edit that an earlier visit left; on another version of the object it is merged with that. */
  #resume(): void {
    const kept = this.#kept.of(this.#port.key);
    if (kept === null || this.#hasPending || this.#server === null) return;
    const { answer, etag } = this.#server;
    this.#pending = kept.edit as Partial<T>;
    const onItsWay = (kept.onItsWay ?? {}) as Partial<T>;
    const arrived = namesOf(onItsWay).every((name) => jsonEqual(onItsWay[name], answer[name]));
    this.#mayHaveArrived = kept.sent === true || !arrived;
    const base = { ...kept.base, ...(arrived && onItsWay) } as Partial<T>;
    const merge = kept.etag === etag ? "merged" : this.#merge(base, answer);
    if (merge === "conflict") this.#note({ state: "conflict", theirs: answer });
    if (merge === "same") this.#settle();
    else this.edit(this.#pending);
    if (merge === "merged" && kept.asked) void this.save();
  }

  /**
   * Merges what is on the way with a newer version; `base` is what both were made on. `same`: that version has all of it.
   * `conflict`: both changed the same, or it may have arrived and been set back, and sending it again could undo that.
   */
  #merge(base: Partial<T>, theirs: T): "same" | "merged" | "conflict" {
    const { edit, conflict } = mergeEdited(base, this.#pending, theirs, this.#port.whole);
    this.#pending = edit;
    if (this.#edited.every((name) => jsonEqual(this.#pending[name], theirs[name]))) return "same";
    return conflict || this.#mayHaveArrived ? "conflict" : "merged";
  }

  /** Takes a newer version, with what is edited merged into it; gives whether that is still to be saved. */
  #rebase(read: Tagged<T>): boolean {
    const merge = this.#merge(this.#server?.answer ?? {}, read.answer);
    this.#accept(read);
    if (merge === "same") this.#settle();
    else if (merge === "conflict") this.#note({ state: "conflict", theirs: read.answer });
    else this.#keep();
    return merge === "merged";
  }

  #keep(): void {
    const { answer, etag = null } = this.#server ?? {};
    const { name } = this;
    const asked = this.#byHand && this.store.getState().saving.state === "waiting";
    const base = Object.fromEntries(this.#edited.map((name) => [name, answer?.[name]]));
    this.#isKept = this.#kept.keep(this.#port.key, {
      etag,
      edit: this.#pending,
      base,
      sent: this.#mayHaveArrived,
      ...(this.#isLater && { onItsWay: this.#onItsWay as object as Readonly<Record<string, unknown>> }),
      ...(asked && { asked }),
      ...(name !== null && { name }),
    });
  }

  /** Until it is chosen, what is kept stays an edit of the version before: a later visit has to ask, too. */
  #keepUnchosen(): void {
    const kept = this.#kept.of(this.#port.key);
    const server = (this.#server?.answer ?? {}) as T;
    if (kept === null) return;
    const base = { ...membersOf(server, this.#pending), ...kept.base };
    this.#kept.keep(this.#port.key, { ...kept, edit: this.#pending, base });
  }

  #keepAsSent(): void {
    this.#mayHaveArrived = true;
    this.#keep();
  }

  #accept(read: Tagged<T>): void {
    if (this.#server !== null && this.#server.etag !== read.etag) this.#old.add(this.#server.etag ?? "");
    this.#old.delete(read.etag ?? "");
    this.#server = read;
    this.#offered = null;
    this.#taken += 1;
    clearTimeout(this.#look);
    this.#port.onServer?.(read.answer);
    this.store.setState({ phase: "ready", problem: null, server: read.answer });
    this.#show();
  }

  #show(): void {
    if (this.#server !== null) this.store.setState({ value: { ...this.#server.answer, ...this.#pending } });
  }

  #note(saving: Saving<T>): void {
    this.store.setState({ saving });
  }

  /** Says what is wrong in the edit; gives whether anything is. */
  #noteWrong(): boolean {
    const errors = this.#port.check?.(this.#pending) ?? [];
    if (errors.length > 0) this.#note({ state: "invalid", errors });
    else if (this.store.getState().saving.state === "invalid") this.#note({ state: "saving" });
    return errors.length > 0;
  }

  async #send(edit: Partial<T>, keepalive: boolean): Promise<void> {
    this.#onItsWay = edit;
    try {
      const ifMatch = this.#server?.etag ?? undefined;
      this.#arrived(edit, await this.#port.patch(edit, { ifMatch, keepalive }));
    } catch (error) {
      await this.#notArrived(edit, error);
    }
  }

  /** Where somebody else has changed it meanwhile, it is written once more, over that. */
  async #write(edit: Partial<T>, again = true): Promise<void> {
    try {
      const ifMatch = this.#server?.etag ?? undefined;
      this.#rebase(await this.#port.patch(edit, { ifMatch, keepalive: false }));
    } catch (error) {
      if (!again || !(error instanceof ApiProblem) || error.status !== 412) throw error;
      this.#rebase(await this.#port.get());
      await this.#write(edit, false);
    }
  }

  #arrived(sent: Partial<T>, saved: Tagged<T>): void {
    const base = { ...this.#server?.answer, ...sent };
    this.#onItsWay = null;
    this.#pending = mergeEdited(base, this.#since(sent), saved.answer, this.#port.whole).edit;
    this.#mayHaveArrived = false;
    this.#retry.reset();
    this.#accept(saved);
    if (this.#hasPending) this.#keep();
    else this.#settle();
    this.#byHandSaved(saved.answer);
  }

  #byHandSaved(value: T): void {
    if (!this.#byHand) return;
    if (this.#hasPending) this.#noteEdited();
    this.#port.byHand?.onSaved(value, this.#pending);
  }

  /** What was edited since this was sent. */
  #since(sent: Partial<T>): Partial<T> {
    return withOnly(this.#pending, (name) => this.#pending[name] !== sent[name]);
  }

  /** Whether something was edited since what is on its way went. */
  get #isLater(): boolean {
    return this.#onItsWay !== null && this.#hasLater(this.#onItsWay);
  }

  #hasLater(sent: Partial<T>): boolean {
    return Object.keys(this.#since(sent)).length > 0;
  }

  /** Nothing of one's own is on the way any more, unless another page left something, too. */
  #settle(): void {
    this.#forget();
    this.#show();
    this.#note(this.#refusal ?? { state: "saved" });
    this.#resume();
    if (this.#offered !== null) this.offer(this.#offered.answer, this.#offered.etag);
  }

  async #notArrived(edit: Partial<T>, error: unknown): Promise<void> {
    this.#onItsWay = null;
    const { unheard } = this.#port.byHand ?? {};
    if (unheard !== undefined && error instanceof ServerUnreachable) return this.#refuse(edit, unheard, []);
    // It was let go while it was on its way.
    if (isPassing(error) && !this.#hasPending) return this.#settle();
    if (isPassing(error)) return this.#wait(edit, error);
    if (!(error instanceof ApiProblem)) return this.#refuse(edit, inWords(error), []);
    if (error.status === 412) return this.#conflict(edit);
    if (error.status === 401) return this.#wait(edit, null);
    if (isGone(error)) return this.#gone();
    this.#refuse(edit, inWords(error), error.errors);
  }

  /** Changed elsewhere: what can be merged is sent again; else it is a choice. */
  async #conflict(sent: Partial<T>): Promise<void> {
    const later = this.#byHand && this.#hasLater(sent);
    try {
      const theirs = await this.#port.get();
      if (!this.#rebase(theirs)) {
        if (!this.#hasPending) this.#byHandSaved(theirs.answer);
        return;
      }
      if (later) this.#note({ state: "edited" });
      else if (!this.#noteWrong()) this.#note({ state: "saving" });
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

  /**
   * Tries again later; without an error, when somebody signs in. Edits made since, by hand, are not sent by themselves.
   */
  #wait(sent: Partial<T>, error: unknown): void {
    const isNotAll = this.#byHand && this.#hasLater(sent);
    this.#note({ state: isNotAll ? "edited" : "waiting" });
    if (this.#byHand) this.#keep();
    if (!isNotAll && error !== null) this.#retry.later(error, () => void this.flush());
  }

  #refuse(sent: Partial<T>, reason: string, errors: readonly FieldError[]): void {
    const server = (this.#server?.answer ?? {}) as T;
    if (this.#byHand)
      this.#note({ state: "refused", reason, errors, edit: sent, base: membersOf(server, sent) });
    else this.#takeBack(sent, server, { reason, errors });
  }

  /** Takes back what was sent. What was edited since stays, without what was taken back, and is sent. */
  #takeBack(sent: Partial<T>, server: T, why: Pick<Refused<T>, "reason" | "errors">): void {
    const { edit: later, refusal } = takeBack(
      { sent, later: this.#since(sent), server, ...why },
      this.#refusal,
    );
    this.#refusal = refusal;
    this.#forget();
    this.#pending = later;
    this.#show();
    this.#note(this.#refusal ?? { state: "saving" });
    if (!this.#hasPending) return;
    this.#keep();
    this.#noteWrong();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#retry.reset();
    this.#pending = {};
    this.#mayHaveArrived = false;
    this.#kept.forget(this.#port.key);
  }

  #failed(error: unknown): void {
    if (isGone(error)) this.#gone();
    else if (this.#server === null) this.#notRead(error);
  }

  #notRead(error: unknown): void {
    this.store.setState({ phase: "failed", problem: inWords(error) });
    if (this.store.getState().saving.state !== "waiting") return;
    this.#note({ state: "waiting" });
    if (isPassing(error)) this.#retry.later(error, () => void this.load());
  }
}

const namesOf = <T>(edit: Partial<T>): (keyof T)[] => Object.keys(edit) as (keyof T)[];

/** Resolves when something has ended, well or not. */
const settled = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

/** What an object is called: people have an id alone. Null for something that has neither. */
function nameOf(value: object): string | null {
  const { name, id } = value as { readonly name?: unknown; readonly id?: unknown };
  return typeof name === "string" ? name : typeof id === "string" ? id : null;
}
