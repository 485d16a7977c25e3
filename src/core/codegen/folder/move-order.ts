interface Moved {
  readonly path: string;
  /** Null for a file that goes. */
  readonly text: string | null;
}

/**
 * The order in which files are moved: old ones go after the new ones are whole, but for those in whose place a new one comes.
 * That a disk that ignores case takes two names for one is no matter on the others.
 */
export function inMoveOrder<M extends Moved>(moves: readonly M[]): M[] {
  const written = moves.filter(({ text }) => text !== null);
  const removed = moves.filter(({ text }) => text === null);
  const places = new Set(written.flatMap(({ path }) => withFoldersOf(path.toLowerCase())));
  const isInTheWay = ({ path }: M) => places.has(path.toLowerCase());
  return [...removed.filter(isInTheWay), ...written, ...removed.filter((move) => !isInTheWay(move))];
}

/** A file's path, and those of the folders that it is in: `a/b/c`, `a/b`, `a`. */
function withFoldersOf(path: string): string[] {
  const names = path.split("/");
  return names.map((_, from) => names.slice(0, names.length - from).join("/"));
}
