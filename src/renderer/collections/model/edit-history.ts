import { createStore } from "zustand/vanilla";

interface Step<T> {
  /** What the edited members were before. */
  readonly before: Partial<T>;
  /** Edits with the same mark that follow one another closely are one step: typing, dragging a slider. */
  readonly mark: string;
  readonly at: number;
}

/** How long one edit may come after another of the same mark to be the same step, in ms. */
const together = 1000;
const most = 200;

/** The way back through the edits of one object, and forth again. Kept while the page is open. */
export class EditHistory<T extends object> {
  readonly store = createStore(() => ({ canUndo: false, canRedo: false }));
  #undo: Step<T>[] = [];
  #redo: Partial<T>[] = [];

  /** Notes an edit that is about to be made; `now` in ms. */
  note(before: Partial<T>, mark: string, now: number): void {
    const last = this.#undo.at(-1);
    const same = last !== undefined && last.mark === mark && now - last.at < together;
    if (same) this.#undo[this.#undo.length - 1] = { ...last, before: { ...before, ...last.before }, at: now };
    else this.#undo = [...this.#undo.slice(1 - most), { before, mark, at: now }];
    this.#redo = [];
    this.#tell();
  }

  /** What to change `current` to for the step back; null where there is none. */
  undo(current: T): Partial<T> | null {
    const step = this.#undo.pop();
    if (step === undefined) return null;
    this.#redo.push(membersOf(current, step.before));
    this.#tell();
    return step.before;
  }

  /** The step forth that an undo took back; null where there is none. */
  redo(current: T): Partial<T> | null {
    const edit = this.#redo.pop();
    if (edit === undefined) return null;
    this.#undo.push({ before: membersOf(current, edit), mark: "redo", at: 0 });
    this.#tell();
    return edit;
  }

  #tell(): void {
    this.store.setState({ canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 });
  }
}

/** The members of `value` that `like` names. */
export const membersOf = <T extends object>(value: T, like: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(like).map((name) => [name, value[name as keyof T]])) as Partial<T>;
