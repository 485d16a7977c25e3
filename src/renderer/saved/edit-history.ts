import { createStore } from "zustand/vanilla";
import { membersOf, mergeEdited } from "./merge-edits.ts";
import type { SavedObject } from "./saved-object.ts";

/** What a step changed members from and to. */
interface Change<T> {
  readonly from: Partial<T>;
  readonly to: Partial<T>;
}

interface Step<T> extends Change<T> {
  /** Edits with the same mark that follow one another closely are one step: typing, dragging a slider. Null is like none. */
  readonly mark: string | null;
  readonly at: number;
}

/** How long one edit may come after another of the same mark to be the same step, in ms. */
const together = 1000;
const most = 200;

/**
 * The way back through the edits of one object, and forth again. Kept while the page is open. A step takes back what it
 * changed, and nothing that somebody else changed since.
 */
export class EditHistory<T extends object> {
  readonly store = createStore(() => ({ canUndo: false, canRedo: false }));
  readonly #whole: readonly (keyof T)[];
  #undo: Step<T>[] = [];
  #redo: Change<T>[] = [];

  /** `whole`: members that are one value, whose parts mean nothing alone. */
  constructor(whole: readonly (keyof T)[] = []) {
    this.#whole = whole;
  }

  /** Notes an edit that is about to be made; `now` in ms. */
  note(from: Partial<T>, to: Partial<T>, mark: string | null, now: number): void {
    const last = this.#undo.at(-1);
    if (last !== undefined && mark !== null && last.mark === mark && now - last.at < together) {
      const both = { from: { ...from, ...last.from }, to: { ...last.to, ...to } };
      this.#undo[this.#undo.length - 1] = { ...both, mark, at: now };
    } else this.#undo = [...this.#undo.slice(1 - most), { from, to, mark, at: now }];
    this.#redo = [];
    this.#tell();
  }

  /** What to change `current` to for the step back; null where there is none. */
  undo(current: T): Partial<T> | null {
    const step = this.#undo.pop();
    if (step === undefined) return null;
    const edit = this.#changed(current, { from: step.to, to: step.from });
    this.#redo.push({ from: edit, to: membersOf(current, edit) });
    this.#tell();
    return edit;
  }

  /** The step forth that an undo took back; null where there is none. */
  redo(current: T): Partial<T> | null {
    const step = this.#redo.pop();
    if (step === undefined) return null;
    const edit = this.#changed(current, step);
    this.#undo.push({ from: membersOf(current, edit), to: edit, mark: null, at: 0 });
    this.#tell();
    return edit;
  }

  /** `from` to `to`, as far as nobody else has changed that since: `current` stays then. */
  #changed(current: T, { from, to }: Change<T>): Partial<T> {
    return mergeEdited(from, membersOf(current, to), { ...current, ...to }, this.#whole).edit;
  }

  #tell(): void {
    this.store.setState({ canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 });
  }
}

/** The ways to change an object, and back. */
export interface EditSteps<T extends object> {
  readonly history: EditHistory<T>;
  /** Changes some members. Edits with the same mark in a row are one step of the way back; with none, each is one. */
  readonly edit: (change: Partial<T>, mark?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** In a conflict: theirs is shown; `undo` brings one's own back. */
  readonly takeTheirs: () => void;
  /** Lets go of what cannot be right in the edit. Gives the way back, which leaves what was edited since. */
  readonly dropWrong: () => () => void;
}

const known = new WeakMap<object, unknown>();

/** The steps of an object; the same ones on every visit. */
export function stepsOf<T extends object>(saved: SavedObject<T>): EditSteps<T> {
  const steps = (known.get(saved) as EditSteps<T> | undefined) ?? makeSteps(saved);
  known.set(saved, steps);
  return steps;
}

function makeSteps<T extends object>(saved: SavedObject<T>): EditSteps<T> {
  const history = new EditHistory<T>(saved.whole);
  const note = (change: Partial<T>, mark: string | null) => {
    const { value } = saved.store.getState();
    if (value !== null) history.note(membersOf(value, change), change, mark, Date.now());
  };
  const step = (take: (current: T) => Partial<T> | null) => {
    const { value } = saved.store.getState();
    const change = value === null ? null : take(value);
    if (change !== null) saved.edit(change);
  };
  const edit: EditSteps<T>["edit"] = (change, mark) => {
    if (saved.store.getState().value === null) return;
    note(change, mark ?? null);
    saved.edit(change);
  };
  return {
    history,
    edit,
    undo: () => step((current) => history.undo(current)),
    redo: () => step((current) => history.redo(current)),
    takeTheirs: () => {
      const { saving } = saved.store.getState();
      if (saving.state === "conflict") note(membersOf(saving.theirs, saved.pending), null);
      saved.takeTheirs();
    },
    dropWrong: () => {
      const [before, right, { server }] = [saved.pending, saved.right, saved.store.getState()];
      if (server === null || right === before) return () => {};
      const after = { ...membersOf(server, before), ...right };
      note(after, null);
      saved.dropWrong();
      return () => {
        const { value } = saved.store.getState();
        if (value !== null) edit(mergeEdited(after, before, value, saved.whole).edit);
      };
    },
  };
}
