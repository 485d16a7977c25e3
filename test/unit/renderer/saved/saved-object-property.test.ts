import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import type { Tagged } from "../../../../src/renderer/api/client.ts";
import { stepsOf } from "../../../../src/renderer/saved/edit-history.ts";
import { SavedObject } from "../../../../src/renderer/saved/saved-object.ts";
import type { SavedPort } from "../../../../src/renderer/saved/saved-state.ts";
import { lonePage, memoryStorage } from "./fake-pages.ts";
import { problem } from "./fake-saved.ts";

/** Texts in members of their own, and in things of a list that is merged thing by thing. */
interface Doc {
  readonly name: string;
  readonly note: string;
  readonly rows: readonly { readonly id: string; readonly text: string }[];
}
const leaves = ["name", "note", "x", "y"] as const;
type Leaf = (typeof leaves)[number];

const isMember = (leaf: Leaf): leaf is "name" | "note" => leaf === "name" || leaf === "note";
const textOf = (doc: Partial<Doc>, leaf: Leaf): string | undefined =>
  isMember(leaf) ? doc[leaf] : doc.rows?.find(({ id }) => id === leaf)?.text;
const withText = (doc: Doc, leaf: Leaf, text: string): Partial<Doc> =>
  isMember(leaf)
    ? { [leaf]: text }
    : { rows: doc.rows.map((one) => (one.id === leaf ? { id: leaf, text } : one)) };

const wrongIn = ({ rows, ...texts }: Partial<Doc>) =>
  [
    ...Object.entries(texts).map(([name, text]) => ({ path: `/${name}`, text })),
    ...(rows ?? []).map(({ text }, place) => ({ path: `/rows/${place}/text`, text })),
  ]
    .filter(({ text }) => text.startsWith("wrong"))
    .map(({ path }) => ({ path, detail: "is wrong" }));

const outcomes = ["ok", "ok", "ok", "refused", "busy", "lost", "unheard"] as const;
type Outcome = (typeof outcomes)[number];
const leaf = fc.constantFrom(...leaves);
const step = fc.oneof(
  {
    arbitrary: fc.record({ does: fc.constant("edit" as const), leaf, wrong: fc.boolean() }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ does: fc.constant("answer" as const), how: fc.constantFrom(...outcomes) }),
    weight: 8,
  },
  { arbitrary: fc.record({ does: fc.constant("elsewhere" as const), leaf }), weight: 3 },
  {
    arbitrary: fc.record({
      does: fc.constantFrom("wait" as const, "load" as const, "save" as const, "offer" as const),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ does: fc.constantFrom("undo" as const, "redo" as const, "again" as const) }),
    weight: 3,
  },
  fc.record({ does: fc.constantFrom("mine" as const, "theirs" as const, "drop" as const) }),
  fc.record({ does: fc.constant("reload" as const), arrives: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One page on one object, a colleague, and a server whose answers come when and how a step says. */
class World {
  doc: Doc = { name: "0", note: "0", rows: ["x", "y"].map((id) => ({ id, text: "0" })) };
  version = 1;
  readonly versions: Tagged<Doc>[] = [];
  asked: { readonly closing: boolean; readonly answer: (how: Outcome) => unknown }[] = [];
  readonly storage = memoryStorage();
  saved: SavedObject<Doc>;
  /** What each side made of a text the last time, and what of it came to where it belongs. */
  readonly typed = new Map<Leaf, string>();
  readonly elsewhere = new Set<string>();
  readonly arrived = new Set<string>();
  readonly told = new Set<string>();
  readonly seen = new Set<string>();
  /** What was on screen when a text was last changed by hand: that may be replaced. */
  readonly knowing = new Map<Leaf, ReadonlySet<string>>();
  readonly taken: string[] = [];
  count = 0;
  page = 0;

  readonly byHand: boolean;
  constructor(byHand: boolean) {
    this.byHand = byHand;
    this.saved = this.open();
  }

  tagged = (): Tagged<Doc> => ({ answer: this.doc, etag: `"${this.version}"` });

  open(): SavedObject<Doc> {
    this.page += 1;
    const { page } = this;
    const ask = <T>(closing: boolean, does: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        const answer = (how: Outcome) => {
          if (how === "refused") return reject(problem(409, "conflict", "No."));
          if (how === "busy") return reject(problem(503, "busy", "Not now."));
          if (how === "lost") return reject(new ServerUnreachable());
          try {
            const done = does();
            // A page that was closed hears nothing, and asks nothing.
            if (page !== this.page) return;
            if (how === "unheard") reject(new ServerUnreachable());
            else resolve(done);
          } catch (error) {
            reject(error);
          }
        };
        if (page === this.page) this.asked.push({ closing, answer });
      });
    const port: SavedPort<Doc> = {
      key: "doc",
      get: () => ask(false, this.tagged),
      patch: (edit, { ifMatch, keepalive }) =>
        ask(keepalive, () => {
          if (ifMatch !== `"${this.version}"`) throw problem(412, "stale", "It was changed since.");
          this.write({ ...this.doc, ...edit }, true);
          return this.tagged();
        }),
      check: wrongIn,
      ...(this.byHand && { byHand: { onSaved: () => {} } }),
    };
    const saved = new SavedObject<Doc>(port, { kept: lonePage(this.storage), delay: 10 });
    saved.store.subscribe(({ value, saving }) => {
      for (const one of leaves) {
        if (value !== null) this.seen.add(textOf(value, one) ?? "");
        if (saving.state === "conflict") this.seen.add(textOf(saving.theirs, one) ?? "");
        if (saving.state === "refused" || saving.state === "gone")
          this.told.add(textOf(saving.edit, one) ?? "");
      }
    });
    void saved.load();
    return saved;
  }

  write(doc: Doc, isMine: boolean): void {
    for (const one of leaves) {
      const [before, after] = [textOf(this.doc, one) ?? "", textOf(doc, one) ?? ""];
      if (before === after) continue;
      if (isMine) this.arrived.add(after);
      if (isMine && this.elsewhere.has(before) && !this.knowing.get(one)?.has(before))
        this.taken.push(`${one}: ${before} by ${after}`);
    }
    expect(wrongIn(doc)).toEqual([]);
    this.versions.push(this.tagged());
    this.doc = JSON.parse(JSON.stringify(doc)) as Doc;
    this.version += 1;
  }

  get shown(): Doc | null {
    return this.saved.store.getState().value;
  }

  /** By hand: the texts that it changes are changed knowingly. */
  act(does: () => void, pick: (leaf: Leaf) => boolean): void {
    const before = this.shown;
    if (before === null) return;
    const known = new Set(this.seen);
    does();
    for (const one of leaves) if (pick(one)) this.knowing.set(one, known);
  }

  async take(one: Step): Promise<void> {
    const { saved, shown } = this;
    switch (one.does) {
      case "edit": {
        if (shown === null) break;
        this.count += 1;
        const text = `${one.wrong && !this.byHand ? "wrong" : "mine"} ${this.count}`;
        this.act(
          () => stepsOf(saved).edit(withText(shown, one.leaf, text)),
          (leaf) => leaf === one.leaf,
        );
        this.typed.set(one.leaf, text);
        break;
      }
      case "elsewhere": {
        this.count += 1;
        const text = `theirs ${this.count}`;
        this.elsewhere.add(text);
        this.write({ ...this.doc, ...withText(this.doc, one.leaf, text) }, false);
        break;
      }
      case "answer":
        this.asked.shift()?.answer(one.how);
        break;
      case "wait":
        await vi.advanceTimersByTimeAsync(2000);
        break;
      case "load":
        void saved.load();
        break;
      case "save":
        void (this.byHand ? saved.save() : saved.flush());
        break;
      case "offer": {
        const old = this.versions.at(-2);
        // A list is shown to an editor alone, once that has read its object.
        if (old !== undefined && shown !== null) saved.offer(old.answer, old.etag);
        break;
      }
      case "undo":
      case "redo": {
        stepsOf(saved)[one.does]();
        for (const name of leaves)
          if (shown !== null && this.shown !== null && textOf(shown, name) !== textOf(this.shown, name))
            this.typed.delete(name);
        break;
      }
      case "again": {
        const { saving } = saved.store.getState();
        const edit = saving.state === "refused" ? saving.edit : {};
        this.act(
          () => saved.tryAgain(),
          (leaf) => textOf(edit, leaf) !== undefined,
        );
        break;
      }
      case "mine": {
        const chosen = saved.store.getState().saving.state === "conflict";
        this.act(
          () => saved.keepMine(),
          () => chosen,
        );
        break;
      }
      case "drop": {
        const wrong = leaves.filter((name) => this.typed.get(name)?.startsWith("wrong"));
        if (saved.store.getState().saving.state !== "invalid") break;
        for (const name of wrong) this.typed.delete(name);
        stepsOf(saved).dropWrong();
        break;
      }
      case "theirs":
        if (saved.store.getState().saving.state !== "conflict") break;
        for (const name of leaves) this.typed.delete(name);
        saved.takeTheirs();
        break;
      case "reload":
        await this.reload(one.arrives);
    }
    await vi.advanceTimersByTimeAsync(15);
  }

  /** What was on the way without `keepalive` ends with its page. */
  async reload(arrives: boolean): Promise<void> {
    void this.saved.flush({ keepalive: true });
    await vi.advanceTimersByTimeAsync(0);
    const closing = this.asked.filter((one) => one.closing);
    this.asked = [];
    vi.clearAllTimers();
    this.saved = this.open();
    if (arrives) for (const one of closing) one.answer("ok");
  }

  /** The page is looked at again, and everything is answered. */
  async end(): Promise<void> {
    for (let round = 0; round < 30; round += 1) {
      if (this.shown === null && this.asked.length === 0) void this.saved.load();
      await vi.advanceTimersByTimeAsync(0);
      this.asked.shift()?.answer("ok");
      await vi.advanceTimersByTimeAsync(40_000);
    }
  }

  /** Texts that were typed, and are neither there, nor shown, nor told of. */
  get lost(): readonly string[] {
    const isKept = (name: Leaf, text: string) =>
      this.arrived.has(text) ||
      this.told.has(text) ||
      (this.shown !== null && textOf(this.shown, name) === text);
    return [...this.typed]
      .filter(([name, text]) => !isKept(name, text))
      .map(([name, text]) => `${name}: ${text}`);
  }

  /** Right texts that are shown, and not saved. */
  get heldBack(): readonly string[] {
    const isSaved = (text: string) => this.arrived.has(text) || this.told.has(text);
    return [...this.typed.values()].filter((text) => text.startsWith("mine") && !isSaved(text));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The same ones each time; with PROPERTY_RUNS so many others. */
const { PROPERTY_RUNS: more } = process.env;
const runs = more === undefined ? { numRuns: 250, seed: 7 } : { numRuns: Number(more) };

it.each([
  ["saves itself", false],
  ["is saved by hand", true],
])(
  "an object that %s loses nothing that was typed without a word, and takes back nobody's change",
  async (_, byHand) => {
    const run = async (steps: readonly Step[]) => {
      const world = new World(byHand);
      world.asked.shift()?.answer("ok");
      await vi.advanceTimersByTimeAsync(0);
      world.asked.shift()?.answer("ok");
      await vi.advanceTimersByTimeAsync(0);
      for (const one of steps) await world.take(one);
      await world.end();
      vi.clearAllTimers();
      const { state } = world.saved.store.getState().saving;
      if (state === "invalid") expect(world.heldBack).toEqual([]);
      expect({ lost: world.lost, taken: world.taken, asked: world.asked.length }).toEqual({
        lost: [],
        taken: [],
        asked: 0,
      });
      expect(
        byHand ? ["saved", "edited", "refused", "conflict"] : ["saved", "refused", "conflict", "invalid"],
      ).toContain(state);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), run), runs);
  },
  600_000,
);
