import { createContext, useContext } from "react";
import { createStore } from "zustand/vanilla";
import type { Why } from "../../../core/explanation.ts";
import type { Seen } from "../../../core/seen.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { type Path, pathKey } from "../../rules/rule-path.ts";
import type { AddPiece, BlankPiece, NameOf, Piece } from "../../rules/sentence-piece.ts";
import { problemsWithin, type RuleProblem } from "../draft-issues.ts";
import type { RuleActions } from "./rule-actions.ts";

/** What every line of the builder needs. */
export interface Builder {
  readonly actions: RuleActions;
  readonly store: BuilderStore;
  readonly tribeName: NameOf;
  readonly canEdit: boolean;
  /** What the environment has really seen; null until it is known. */
  readonly seen: Seen | null;
  /** The Space's; null until they are known. */
  readonly tribes: readonly Tribe[] | null;
  /** Why what was seen, or the Tribes, could not be read, as a sentence each; null where they were, or are on their way. */
  readonly unread: { readonly seen: string | null; readonly tribes: string | null };
  /** Of the edited one, which can't name itself; null where it is new. */
  readonly id: string | null;
  readonly problems: readonly RuleProblem[];
  readonly changed: ReadonlySet<string>;
  /** Why the person tried is in it or not; null where nobody is tried. */
  readonly why: Why | null;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === null) throw new Error("useBuilder outside of a builder");
  return builder;
}

/** What is wrong with what stands in a blank, or with the list that an empty one would add to; null where nothing is. */
export function useProblem(piece: BlankPiece | AddPiece): string | null {
  const { problems } = useBuilder();
  if (piece.is === "blank" && ["group", "not", "has", "op"].includes(piece.blank.kind)) return null;
  const found =
    piece.is === "add"
      ? problems.filter(({ path }) => pathKey(path as never) === pathKey(piece.path))
      : problemsWithin(problems, piece.path);
  return found[0]?.message ?? null;
}

/** What finds a stop on the page: its key, and the place of its piece in its line. */
export const stopProps = (piece: Exclude<Piece, { is: "text" } | { is: "line" }>) => ({
  "data-stop": stopKey(piece.path, piece.is === "add" ? piece.adds : piece.blank.kind),
});

/** Where the focus is to go, by the key of a stop; `open` where its popover opens as well. */
interface Wanted {
  readonly key: string;
  readonly open: boolean;
}

interface BuilderState {
  /** The path of the current line, as a key; null before any had the focus. */
  readonly current: string | null;
  readonly wanted: Wanted | null;
  /** The key of the stop whose popover is open. */
  readonly open: string | null;
}

/** What of the builder is no part of the rule: the current line, and where the focus goes. */
export const createBuilderStore = () =>
  createStore<BuilderState>(() => ({ current: null, wanted: null, open: null }));
export type BuilderStore = ReturnType<typeof createBuilderStore>;

/** A place where the arrow keys stop: a blank, or where one more can be added. */
export const stopKey = (path: Path, kind: string): string => `${pathKey(path)}:${kind}`;
/** The first stop of a line. */
export const lineKey = (path: Path): string => `${pathKey(path)}:line`;
export const addConditionKey = "add-condition";

export const want = (store: BuilderStore, key: string, open = false): void =>
  store.setState({ wanted: { key, open }, open: null });

/** Gives the focus to what is wanted, once it is on the page. */
export function honour(store: BuilderStore, root: HTMLElement): void {
  const { wanted } = store.getState();
  if (wanted === null) return;
  const found = find(root, wanted.key);
  store.setState({ wanted: null, ...(wanted.open && found !== null && { open: wanted.key }) });
  found?.focus();
}

function find(root: HTMLElement, key: string): HTMLElement | null {
  const quoted = CSS.escape(key);
  const own = root.querySelector<HTMLElement>(`[data-stop="${quoted}"]`);
  if (own !== null) return own;
  const line = root.querySelector(`[data-line="${CSS.escape(key.replace(/:[^:]*$/, ""))}"]`);
  const first = line?.querySelector<HTMLElement>("[data-stop]");
  return first ?? root.querySelector<HTMLElement>(`[data-stop="${addConditionKey}"]`);
}
