import type { FieldError } from "../../core/problem.ts";
import type { Tagged } from "../api/client.ts";

/** Where an object's edits stand. Only `refused` has taken something back: `edit`, which was made on `base`. */
export type Saving<T> =
  | { readonly state: "saved" }
  /** Saved by hand: the edit is kept here until that is done. */
  | { readonly state: "edited" }
  /** An edit is on its way, or about to be. */
  | { readonly state: "saving" }
  /** The server does not answer, or has no time: the edit is kept, and tried again until it is there. */
  | { readonly state: "waiting" }
  /** Not sent, because it cannot be right; kept as it was typed. */
  | { readonly state: "invalid"; readonly errors: readonly FieldError[] }
  /** The server said no: what is shown is the server's again, but where it is saved by hand. */
  | {
      readonly state: "refused";
      readonly reason: string;
      readonly errors: readonly FieldError[];
      readonly edit: Partial<T>;
      readonly base: Partial<T>;
    }
  /** It was deleted elsewhere: the edit is kept to be read, with what it was made on. */
  | { readonly state: "gone"; readonly edit: Partial<T>; readonly base: Partial<T> }
  /** It was changed elsewhere since: a choice between `theirs` and what is shown. */
  | { readonly state: "conflict"; readonly theirs: T };

export interface SavedState<T> {
  readonly phase: "loading" | "ready" | "failed" | "gone";
  /** Why it could not be loaded. */
  readonly problem: string | null;
  /** What is shown: the server's, with the edits that are not there yet. Null until it is loaded. */
  readonly value: T | null;
  /** As the server has it. */
  readonly server: T | null;
  readonly saving: Saving<T>;
}

/** How an object is read and written, and what can be said against an edit before it is sent. */
export interface SavedPort<T> {
  /** Names the object among the edits that outlive the page: its noun, its Space, and what leads to it there. */
  readonly key: string;
  readonly get: () => Promise<Tagged<T>>;
  /** Writes some members. `keepalive` when the page is being closed. */
  readonly patch: (
    edit: Partial<T>,
    options: { readonly ifMatch: string | undefined; readonly keepalive: boolean },
  ) => Promise<Tagged<T>>;
  /** What is wrong with an edit, by the very schema that the server validates with. */
  readonly check?: (edit: Partial<T>) => readonly FieldError[];
  /** Told of every version that the server has given. */
  readonly onServer?: (value: T) => void;
  /** It is saved by hand, since an edit applies everywhere at once. */
  readonly byHand?: {
    /** Told when it was, with what was edited since. */
    readonly onSaved: (value: T, later: Partial<T>) => void;
    /** What is said where no answer came to what must not be sent again by itself, since it may be there already. */
    readonly unheard?: string;
  };
  /** Members that are one value: parts of them mean nothing alone. */
  readonly whole?: readonly (keyof T)[];
}
