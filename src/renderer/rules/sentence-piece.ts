import type { Attribute, Count, Operator, Scalar, Window } from "../../core/rule.ts";
import type { Path } from "./rule-path.ts";

/** An operator as a menu offers it: what is there and what is missing are two words of one operator. */
export type OperatorWord = Operator | "missing";
/** How an operator reads depends on what is compared. */
export type ComparedKind = "fact" | "time" | "sessions";
export type GroupWord = "all" | "any" | "notAll" | "none";

/** What can stand in a blank of a sentence; `value` is what stands there now. */
export type Blank =
  | { readonly kind: "group"; readonly value: GroupWord }
  /** Before a condition that is turned round: "not true". */
  | { readonly kind: "not"; readonly value: boolean }
  /** Whether they have the label, or are in the Tribe. */
  | { readonly kind: "has"; readonly value: boolean; readonly of: "label" | "tribe" }
  | { readonly kind: "field" | "label" | "tribe" | "event" | "key"; readonly value: string }
  | { readonly kind: "attribute"; readonly value: Attribute }
  | { readonly kind: "op"; readonly value: OperatorWord; readonly of: ComparedKind }
  | { readonly kind: "value"; readonly value: Scalar; readonly op: Operator }
  | { readonly kind: "did"; readonly value: boolean }
  | { readonly kind: "count"; readonly value: Count["op"] }
  | { readonly kind: "times"; readonly value: number }
  | { readonly kind: "window"; readonly value: Window };

export interface BlankPiece {
  readonly is: "blank";
  readonly blank: Blank;
  readonly path: Path;
  /** How it reads in the sentence. */
  readonly words: string;
  /** One of several, with a comma before the next where there are no blanks. */
  readonly listed?: boolean;
}

/** A place where one more can be put: a value of a list, a filter of an event, a condition of a group. */
export interface AddPiece {
  readonly is: "add";
  readonly adds: "value" | "filter" | "condition";
  /** The list that it goes into. */
  readonly path: Path;
  readonly words: string;
}

export type Piece =
  | { readonly is: "text"; readonly text: string }
  /** A new line, where there is room for lines. */
  | { readonly is: "line" }
  | BlankPiece
  | AddPiece;

/** What a Tribe is called, by its id. */
export type NameOf = (tribeId: string) => string;

/** Its id stands for itself: for tests, and where no names are at hand. */
export const bareName: NameOf = (id) => id;
