import type { Rule } from "../../../core/rule.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { editBlank, negateAt } from "../../rules/edit-blank.ts";
import { type Path, replaceAt, ruleAt, valueAt } from "../../rules/rule-path.ts";
import type { AddPiece, Blank, BlankPiece } from "../../rules/sentence-piece.ts";
import type { Edited } from "../../saved/use-saved.ts";
import { offerUndo, settle, type ToastsStore } from "../../stores/toasts-store.ts";
import {
  duplicated,
  grouped,
  inserted,
  type Moved,
  movedIn,
  movedOut,
  putBack,
  removed,
  rootList,
  shifted,
  timesIn,
} from "../rule-moves.ts";
import { emptyContent } from "../tribe-draft.ts";
import { addConditionKey, type BuilderStore, lineKey, stopKey, want } from "./builder-context.ts";

type Edit = Pick<Edited<Tribe>, "saved" | "edit" | "undo">;

export type Move = "up" | "down" | "in" | "out";

/** All that can be done to a rule, each with a place for the focus afterwards. Every act is one step to undo. */
export class RuleActions {
  readonly #draft: Edit;
  readonly #store: BuilderStore;
  readonly #toasts: ToastsStore;
  readonly #say: (rule: Rule) => string;
  #offered: number[] = [];

  /** `say` gives a rule's words. */
  constructor(draft: Edit, store: BuilderStore, toasts: ToastsStore, say: (rule: Rule) => string) {
    this.#draft = draft;
    this.#store = store;
    this.#toasts = toasts;
    this.#say = say;
  }

  get rule(): Rule {
    return this.#draft.saved.store.getState().value?.rules ?? emptyContent.rules;
  }

  audience(audience: Tribe["audience"]): void {
    this.#draft.edit({ audience });
  }

  fill({ blank, path }: BlankPiece, value: Blank["value"]): void {
    this.#change(editBlank(this.rule, blank, path, value));
    const next = this.#toFill(blank, path);
    if (next !== null) want(this.#store, next, true);
  }

  addValue({ path }: AddPiece, value: string | number | boolean): void {
    const list = valueAt(this.rule, path);
    if (!Array.isArray(list) || list.includes(value)) return;
    this.#change(replaceAt(this.rule, path, [...list, value]));
    want(this.#store, stopKey(path, "value"));
  }

  addFilter({ path }: AddPiece): void {
    const where = valueAt(this.rule, path);
    if (!Array.isArray(where)) return;
    this.#change(replaceAt(this.rule, path, [...where, { key: "", op: "equals", value: "" }]));
    want(this.#store, stopKey([...path, where.length, "key"], "key"), true);
  }

  /** Puts a condition into a list, the outermost where there is none, and goes to what is to be filled in next. */
  add(made: Rule, list: Path | null): void {
    const moved = inserted(this.rule, list ?? rootList(this.rule), made);
    this.#change(moved.rule);
    want(this.#store, ...firstOpen(made, moved.path));
  }

  addGroup(list: Path | null): void {
    const into = list ?? rootList(this.rule);
    const inAny = into?.at(-1) === "any";
    const moved = inserted(this.rule, into, inAny ? { all: [] } : { any: [] });
    this.#change(moved.rule);
    want(this.#store, stopKey([...moved.path, inAny ? "all" : "any"], "condition"));
  }

  /** Takes away what a key is pressed on: a value, a filter, or the whole condition. */
  removeAt(piece: BlankPiece | null, line: Path): void {
    const filter = piece === null ? null : filterPath(piece.path);
    if (piece === null) this.remove(line);
    else if (piece.blank.kind === "value" && this.#hasMore(piece.path)) this.#dropMember(piece.path);
    else if (filter !== null) this.#dropMember(filter);
    else this.remove(line);
  }

  remove(path: Path): void {
    const gone = ruleAt(this.rule, path);
    if (gone === undefined) return;
    const before = this.rule;
    const moved = removed(before, path);
    this.#change(moved.rule);
    want(this.#store, moved.path.length === 0 ? addConditionKey : lineKey(moved.path));
    // It may come back another way: by a step back, or because the whole edit is discarded.
    const stop = this.#draft.saved.store.subscribe(() => {
      if (timesIn(this.rule, gone) >= timesIn(before, gone)) settle(this.#toasts, offer, false);
    });
    const undo = () => {
      stop();
      // With nothing done since, it is a step back, which can be taken forth again.
      if (this.rule === moved.rule) this.#draft.undo();
      else this.#take(putBack(this.rule, path, gone));
      want(this.#store, lineKey(path));
    };
    const offer = offerUndo(this.#toasts, `Deleted “${this.#say(gone)}”`, { undo, commit: stop });
    this.#offered.push(offer);
  }

  /** Ends what it offered to undo: the draft is saved, and another one is next. */
  settle(): void {
    for (const id of this.#offered.splice(0)) settle(this.#toasts, id, false);
  }

  duplicate(path: Path): void {
    this.#take(duplicated(this.rule, path));
  }

  group(path: Path): void {
    this.#take(grouped(this.rule, path));
  }

  negate(path: Path): void {
    this.#change(negateAt(this.rule, path));
    want(this.#store, lineKey(path));
  }

  move(path: Path, to: Move): void {
    this.#take(this.moved(path, to));
  }

  /** Where a move would lead; null where it can't be made. */
  moved(path: Path, to: Move): Moved | null {
    if (to === "in") return movedIn(this.rule, path);
    if (to === "out") return movedOut(this.rule, path);
    return shifted(this.rule, path, to === "up" ? -1 : 1);
  }

  #take(moved: Moved | null): void {
    if (moved === null) return;
    this.#change(moved.rule);
    want(this.#store, lineKey(moved.path));
  }

  #change(rules: Rule): void {
    if (rules !== this.rule) this.#draft.edit({ rules });
  }

  #hasMore(path: Path): boolean {
    const list = valueAt(this.rule, path.slice(0, -1));
    const parent = valueAt(this.rule, path.slice(0, -2)) as { readonly op?: string } | undefined;
    return Array.isArray(list) && parent?.op !== "between" && typeof path.at(-1) === "number";
  }

  #dropMember(path: Path): void {
    const list = path.slice(0, -1);
    const members = valueAt(this.rule, list);
    if (!Array.isArray(members)) return;
    const at = Number(path.at(-1));
    this.#change(replaceAt(this.rule, list, members.toSpliced(at, 1)));
    const isValue = path.at(-2) === "value";
    const next = Math.min(at, members.length - 2);
    const left = isValue ? stopKey([...list, next], "value") : stopKey([...list, next, "key"], "key");
    want(this.#store, next >= 0 ? left : stopKey(list, isValue ? "value" : "filter"));
  }

  /** After a key was chosen, or an operator whose value is still open, the value is next. */
  #toFill({ kind }: Pick<Blank, "kind">, path: Path): string | null {
    if (kind !== "key" && kind !== "field" && kind !== "op") return null;
    const at = kind === "op" ? path : path.slice(0, -1);
    const value = valueAt(this.rule, [...at, "value"]);
    if (Array.isArray(value)) {
      if (value.length === 0) return stopKey([...at, "value"], "value");
      return value[0] === "" ? stopKey([...at, "value", 0], "value") : null;
    }
    return value === "" ? stopKey([...at, "value"], "value") : null;
  }
}

/** The filter that a path lies in; null where it lies in none. */
function filterPath(path: Path): Path | null {
  const where = path.lastIndexOf("where");
  return where < 0 || path.length < where + 2 ? null : path.slice(0, where + 2);
}

/** The blank of a new condition that comes first to a writer's mind. */
function firstOpen(made: Rule, path: Path): [key: string, open: boolean] {
  if ("field" in made || "attribute" in made) return [stopKey([...path, "value"], "value"), true];
  if ("event" in made && made.event === "") return [stopKey([...path, "event"], "event"), true];
  if ("event" in made) return [stopKey([...path, "count"], "count"), false];
  return [lineKey(path), false];
}
