import type { LocalKey } from "../page/use-local-keys.ts";

/** Where one is in a list; the row is -1 where there is none yet. */
interface RowPlace {
  readonly current: number;
  readonly total: number;
  readonly pageRows: number;
}

interface RowStep {
  readonly title: string;
  readonly keys: readonly string[];
  readonly to: (place: RowPlace) => number;
}

const rowSteps: readonly RowStep[] = [
  { title: "Next row", keys: ["ArrowDown", "j"], to: ({ current }) => current + 1 },
  { title: "Previous row", keys: ["ArrowUp", "k"], to: ({ current }) => current - 1 },
  { title: "Page down", keys: ["PageDown"], to: ({ current, pageRows }) => current + pageRows },
  { title: "Page up", keys: ["PageUp"], to: ({ current, pageRows }) => current - pageRows },
  { title: "First row", keys: ["Home"], to: () => 0 },
  { title: "Last row", keys: ["End"], to: ({ total }) => total - 1 },
];

/** The keys that walk a list, never out of it: `go` gets the row that a key leads to. */
export const rowStepKeys = <Context = void>(
  place: (context: Context) => RowPlace,
  go: (row: number, context: Context) => void,
): readonly LocalKey<Context>[] =>
  rowSteps.map(({ title, keys, to }) => ({
    title,
    keys,
    run: (context) => {
      const at = place(context);
      return at.total > 0 && go(Math.min(Math.max(to(at), 0), at.total - 1), context);
    },
  }));
