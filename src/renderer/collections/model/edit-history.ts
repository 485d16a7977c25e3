import { createStore } from "zustand/vanilla";
import { membersOf, mergeEdits } from "../../stores/merge-edits.ts";

/** What a step changed members from and to. */
interface Change<T> {
  readonly from: Partial<T>;
  readonly to: Partial<T>;
}

interface Step<T> extends Change<T> {
  /** Edits with the same mark that follow one another closely are one step: typing, dragging a slider. */
  readonly mark: string;
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
  #undo: Step<T>[] = [];
  #redo: Change<T>[] = [];

  /** Notes an edit that is about to be made; `now` in ms. */
  note(from: Partial<T>, to: Partial<T>, mark: string, now: number): void {
    const last = this.#undo.at(-1);
    if (last !== undefined && last.mark === mark && now - last.at < together) {
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
    const edit = changedTo(current, { from: step.to, to: step.from });
    this.#redo.push({ from: edit, to: membersOf(current, edit) });
    this.#tell();
    return edit;
  }

  /** The step forth that an undo took back; null where there is none. */
  redo(current: T): Partial<T> | null {
    const step = this.#redo.pop();
    if (step === undefined) return null;
    const edit = changedTo(current, step);
    this.#undo.push({ from: membersOf(current, edit), to: edit, mark: "redo", at: 0 });
    this.#tell();
    return edit;
  }

  #tell(): void {
    this.store.setState({ canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 });
  }
}

function changedTo<T extends object>(current: T, { from, to }: Change<T>): Partial<T> {
  const names = Object.keys(to) as (keyof T)[];
  return Object.fromEntries(
    names.map((name) => [name, mergeEdits(from[name], to[name], current[name]).value]),
  ) as Partial<T>;
}
