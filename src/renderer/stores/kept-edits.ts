import { type BrowserMemory, browserStorage, remember, remembered, tabStorage } from "./browser-memory.ts";
import { newKey } from "./new-key.ts";

/** The part of Storage that edits are kept in; a test gives a Map behind it. */
type EditStorage = BrowserMemory & Pick<Storage, "removeItem" | "key" | "length">;

/** An edit and the version of the object that it was made on. */
interface KeptEdit {
  readonly etag: string | null;
  readonly edit: Readonly<Record<string, unknown>>;
  /** What the edited members were in that version. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** What the object is called. */
  readonly name?: string;
  /** Whether a page that was being closed sent it, on that version: it may have arrived. */
  readonly sent?: boolean;
  /** What of it was on the way when the rest was edited. */
  readonly onItsWay?: Readonly<Record<string, unknown>>;
  /** Whether it was to be saved, where that is done by hand. */
  readonly asked?: boolean;
}

interface Options {
  readonly storage?: EditStorage;
  /** Null where the browser has none: every other page counts as closed then. */
  readonly locks?: Pick<LockManager, "request"> | null;
  /** Where the tab remembers its page over a reload. */
  readonly tab?: BrowserMemory;
  readonly page?: string;
  /** The account that types, by its id; null before anybody is signed in. */
  readonly account?: () => string | null;
}

const prefix = "understudy:unsaved:";
const tabEntry = "understudy:page";
/** How long a page that is being reloaded may take to end, in ms. */
const reloadTime = 1000;
const lockOf = (page: string) => `understudy:page:${page}`;

/**
 * Edits that the server does not have yet, kept so that a closed tab or a crash loses nothing. Each page keeps its own,
 * so that two tabs on one object do not touch each other's. A page holds a lock as long as it lives (Web Locks); what a
 * page left that lives no more belongs to the first that asks for it, signed in as the account that typed it: nobody sends
 * another's edit as their own.
 */
export class KeptEdits {
  readonly #storage: EditStorage;
  readonly #locks: Pick<LockManager, "request"> | null;
  readonly #page: string;
  readonly #account: () => string | null;
  #reloaded: unknown;
  #adopting: Promise<void> | null = null;

  constructor({
    storage = browserStorage,
    locks = globalThis.navigator?.locks ?? null,
    tab = tabStorage,
    page = newKey(),
    account = () => null,
  }: Options = {}) {
    this.#storage = storage;
    this.#locks = locks;
    this.#page = page;
    this.#account = account;
    this.#reloaded = remembered(tab, tabEntry);
    remember(tab, tabEntry, page);
    // Where the browser forbids locks, the edits are kept all the same.
    locks?.request(lockOf(page), () => new Promise(() => {})).catch(() => undefined);
  }

  /** Gives whether the browser had room for it. */
  keep(key: string, edit: KeptEdit): boolean {
    return remember(this.#storage, this.#own(key), edit);
  }

  /** Lets go of this page's edit. What was taken over of another page's stays. */
  forget(key: string): void {
    this.#storage.removeItem(this.#own(key));
  }

  /** Lets go of every edit under a key that this page has, also of what it has taken over. */
  drop(key: string): void {
    for (const name of this.#mine()) if (keyOf(name) === key) this.#storage.removeItem(name);
  }

  /** This page's edit under a key, else the first that it has taken over, which is its own from now on. Null for none. */
  of(key: string): KeptEdit | null {
    const own = this.#own(key);
    const found =
      this.#mine().find((name) => name === own) ?? this.#mine().find((name) => keyOf(name) === key);
    if (found === undefined) return null;
    if (found !== own) this.#move(found, own);
    return readable(remembered(this.#storage, own));
  }

  /** What this page has edits of. */
  keys(): readonly string[] {
    return [...new Set(this.#mine().map(keyOf))];
  }

  /** Whether any page of this browser has one, whoever typed it. */
  get any(): boolean {
    return this.#all().length > 0;
  }

  /** Takes over what pages left that live no more. Never throws. */
  adopt(): Promise<void> {
    this.#adopting ??= this.#adoptAll().finally(() => {
      this.#adopting = null;
    });
    return this.#adopting;
  }

  async #adoptAll(): Promise<void> {
    const pages = new Set(this.#names().map(pageOf));
    pages.delete(this.#page);
    await Promise.all([...pages].map((page) => this.#adoptFrom(page)));
  }

  async #adoptFrom(page: string): Promise<void> {
    const take = () => {
      for (const name of this.#names().filter((one) => pageOf(one) === page))
        this.#move(name, this.#taken(name));
    };
    if (this.#locks === null) return take();
    const reloaded = page === this.#reloaded;
    this.#reloaded = null;
    const options = reloaded ? { signal: AbortSignal.timeout(reloadTime) } : { ifAvailable: true };
    await this.#locks
      .request(lockOf(page), options, async (lock) => {
        if (lock !== null) take();
      })
      .catch(() => undefined);
  }

  /** A storage without room for both keeps the one that there is. */
  #move(from: string, to: string): void {
    try {
      this.#storage.setItem(to, this.#storage.getItem(from) ?? "null");
      this.#storage.removeItem(from);
    } catch {
      // It stays where it was, for a later visit.
    }
  }

  #own(key: string): string {
    const account = this.#account();
    return `${prefix}${this.#page}${account === null ? "" : `@${account}`}:${key}`;
  }

  #taken(name: string): string {
    return `${prefix}${this.#page}+${name.slice(prefix.length)}`;
  }

  #mine(): readonly string[] {
    return this.#names().filter((name) => pageOf(name) === this.#page);
  }

  /** One without an account, of a page from before they had one, is anybody's. */
  #names(): readonly string[] {
    return this.#all().filter((name) => [undefined, this.#account()].includes(accountOf(name)));
  }

  #all(): readonly string[] {
    const all = Array.from({ length: this.#storage.length }, (_, place) => this.#storage.key(place) ?? "");
    return all.filter((name) => name.startsWith(prefix)).toSorted();
  }
}

/** A name is the page, those that it took the edit over from, who typed it, and the key: `…:<page>+<page>@<account>:<key>`. */
const ownersOf = (name: string): string => name.slice(prefix.length, name.indexOf(":", prefix.length));
const pageOf = (name: string): string => ownersOf(name).split(/[+@]/)[0] ?? "";
const accountOf = (name: string): string | undefined => ownersOf(name).split("@")[1];
const keyOf = (name: string): string => name.slice(prefix.length + ownersOf(name).length + 1);

function readable(found: unknown): KeptEdit | null {
  const kept = found as Partial<KeptEdit> | null;
  if (typeof kept?.edit !== "object" || kept.edit === null) return null;
  return {
    etag: kept.etag ?? null,
    edit: kept.edit,
    sent: kept.sent === true,
    ...(kept.asked === true && { asked: true }),
    ...(kept.base && { base: kept.base }),
    ...(kept.onItsWay && { onItsWay: kept.onItsWay }),
    ...(typeof kept.name === "string" && { name: kept.name }),
  };
}

/**
 * Whether an edit is of this thing, or of something in it. A thing is named by its id; somebody by where they are, too, as their
 * port's key has it, since their id may be anything.
 */
export function isEditOf(thing: string, key: string): boolean {
  const [noun, ...rest] = key.split("/");
  return noun === "user" ? rest[0] === thing || rest.join("/") === thing : rest.includes(thing);
}

/** The Space that a saved object is in, of its port's key: `experience/<space>/…`. */
export const spaceOf = (key: string): string => key.split("/")[1] ?? "";
