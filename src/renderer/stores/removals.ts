import { createStore } from "zustand/vanilla";
import { inWords, isGone } from "../api/api-problem.ts";
import { isPassing, Retry } from "../api/retry.ts";
import { type KeptEdits, spaceOf } from "./kept-edits.ts";
import { onReached, type ServerStore } from "./server-store.ts";
import { offerUndo, say, settle, type ToastsStore, undo } from "./toasts-store.ts";
import { withOrWithout } from "./with-or-without.ts";

/** Something that is gone as far as anybody sees, and gone for good when its undo has run out. */
export interface UndoableRemoval {
  /** Tells it from every other one, e.g. the id of what is removed. Edits of it go with it. */
  readonly key: string;
  /** The ids of what goes with it and is not in it by its edits' keys. */
  readonly also?: readonly string[];
  /** The Space that decides otherwise without it; left out where nothing is decided by it. */
  readonly spaceId?: string;
  /** The Collection that it is a part of: others decide nothing by it. */
  readonly collectionId?: string;
  /** Said at once, e.g. `Deleted “Hero”`. */
  readonly said: string;
  /** Said with the reason where it is refused in the end, e.g. `“Hero” was not deleted.` */
  readonly refused: string;
  /** Removes it for good. `keepalive` when the page is being closed: the request must outlive it. */
  readonly remove: (options: { readonly keepalive: boolean }) => Promise<unknown>;
  /** Takes it out of its list too, once it is gone. */
  readonly drop?: () => unknown;
}

interface Pending {
  readonly removal: UndoableRemoval;
  toast: number;
  sending: Promise<void> | null;
  /** Why it has not arrived; it is tried again. */
  waits: unknown;
  readonly retry: Retry;
}

/** A removal that has met an outage. */
export interface WaitingRemoval {
  readonly key: string;
  /** Left out where it is of no Space: it is told in each. */
  readonly spaceId: string | undefined;
  /** What is not so yet, and why. */
  readonly words: string;
}

interface Around {
  /** Told of what is gone for good, whoever removed it. */
  readonly onGone?: (key: string) => unknown;
  /** Remembers what waits, for a page that comes after this one. */
  readonly kept?: Pick<KeptEdits, "keep" | "forget" | "drop" | "keys" | "of">;
}

const prefix = "removal/";
const keptKey = ({ key, spaceId = "" }: UndoableRemoval): string => `${prefix}${spaceId}/${key}`;

/** What is being removed and can still be undone, or has met an outage: hidden until it is gone or really refused. */
export class Removals {
  /** The keys of what is hidden: lists leave it out. */
  readonly hidden = createStore<ReadonlySet<string>>(() => new Set());
  /** What is hidden, is still there, and is tried again. */
  readonly waiting = createStore<readonly WaitingRemoval[]>(() => []);
  readonly #toasts: ToastsStore;
  readonly #around: Around;
  readonly #pending = new Map<string, Pending>();

  /** Tries again what waits as soon as the server answers. */
  constructor(toasts: ToastsStore, server: ServerStore, around: Around = {}) {
    this.#toasts = toasts;
    this.#around = around;
    onReached(server, () => this.#retry());
  }

  /** Hides something at once and removes it when the undo has run out; a refusal brings it back with the reason. */
  offer(removal: UndoableRemoval): void {
    this.undo(removal.key);
    this.#hide(removal, true);
    const pending: Pending = { removal, toast: 0, sending: null, waits: null, retry: new Retry() };
    this.#pending.set(removal.key, pending);
    pending.toast = offerUndo(this.#toasts, removal.said, {
      undo: () => this.#end(pending),
      commit: (options) => void this.#send(pending, options),
    });
  }

  /** Brings back one that is not on its way: where a dialog is open, its toast is out of the keyboard's reach. */
  undo(key: string): void {
    const pending = this.#pending.get(key);
    if (pending === undefined || pending.sending !== null) return;
    undo(this.#toasts, pending.toast);
    this.#end(pending);
  }

  /** Does now what a Space's decisions, or one of its Collection's, hang on: what is shown is what is there. @throws the reason where it can't be done yet */
  async settle(spaceId: string, collectionId?: string): Promise<void> {
    const decides = ({ removal }: Pending) =>
      removal.spaceId === spaceId &&
      (collectionId === undefined || [undefined, collectionId].includes(removal.collectionId));
    const all = [...this.#pending.values()].filter(decides);
    await Promise.all(all.map((one) => this.#now(one, false)));
    const late = all.find(({ waits }) => waits !== null);
    if (late !== undefined) throw late.waits;
  }

  /** Does all of it now; for when the page is being closed. */
  settleAll(): void {
    for (const one of this.#pending.values()) void this.#now(one, true);
  }

  /** Says what of a Space, or of none, a closed page could not remove: it is there again, and is not removed by itself. */
  tellLeft(spaceId: string): void {
    const { kept } = this.#around;
    const own = new Set([...this.#pending.values()].map(({ removal }) => keptKey(removal)));
    for (const key of kept?.keys() ?? []) {
      if (!key.startsWith(prefix) || own.has(key) || !["", spaceId].includes(spaceOf(key))) continue;
      const words = kept?.of(key)?.name ?? "";
      kept?.drop(key);
      say(this.#toasts, `${words} The page was closed before the server answered.`);
    }
  }

  #retry(): void {
    for (const one of this.#pending.values()) if (one.waits !== null) void this.#now(one, false);
  }

  #now(pending: Pending, keepalive: boolean): Promise<void> {
    settle(this.#toasts, pending.toast, keepalive);
    return this.#send(pending, { keepalive });
  }

  /** Once at a time; one that has ended is not sent again. */
  async #send(pending: Pending, options: { readonly keepalive: boolean }): Promise<void> {
    if (this.#pending.get(pending.removal.key) !== pending) return;
    pending.retry.stop();
    pending.sending ??= this.#try(pending, options).finally(() => {
      pending.sending = null;
    });
    await pending.sending;
  }

  async #try(pending: Pending, options: { readonly keepalive: boolean }): Promise<void> {
    const { key, also = [], remove, drop, refused } = pending.removal;
    try {
      await remove(options);
    } catch (error) {
      if (isPassing(error)) return this.#wait(pending, error);
      // Gone is gone: by somebody else, or by an earlier try whose answer was lost.
      if (!isGone(error)) {
        say(this.#toasts, `${refused} ${inWords(error)}`);
        return this.#end(pending);
      }
    }
    await drop?.();
    await Promise.all([key, ...also].map((gone) => this.#around.onGone?.(gone)));
    this.#end(pending);
  }

  /** Stays hidden, and is tried again. */
  #wait(pending: Pending, reason: unknown): void {
    const { removal } = pending;
    const words = `${removal.refused} ${inWords(reason)} It is tried again by itself.`;
    if (pending.waits === null) {
      say(this.#toasts, words);
      this.#around.kept?.keep(keptKey(removal), { etag: null, edit: {}, name: removal.refused });
    }
    pending.waits = reason;
    this.#noteWaiting(removal, words);
    pending.retry.later(reason, () => void this.#send(pending, { keepalive: false }));
  }

  #end(pending: Pending): void {
    pending.retry.stop();
    if (pending.waits !== null) {
      this.#around.kept?.forget(keptKey(pending.removal));
      this.#noteWaiting(pending.removal, null);
    }
    pending.waits = null;
    if (this.#pending.get(pending.removal.key) === pending) this.#pending.delete(pending.removal.key);
    this.#hide(pending.removal, false);
  }

  #noteWaiting({ key, spaceId }: UndoableRemoval, words: string | null): void {
    const others = this.waiting.getState().filter((one) => one.key !== key);
    this.waiting.setState(words === null ? others : [...others, { key, spaceId, words }], true);
  }

  #hide({ key }: UndoableRemoval, on: boolean): void {
    this.hidden.setState(withOrWithout(this.hidden.getState(), key, on), true);
  }
}
