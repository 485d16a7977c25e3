import { paint, printAside } from "./output.ts";

/** Work that takes no longer than this, in ms, says nothing. */
const QUIET_MS = 500;

/** Says on standard error what it is doing, once that takes long enough to wonder. Says nothing to a program (`--json`). */
export async function withProgress<T>(
  text: string,
  { json }: { readonly json: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    if (!json) printAside(paint(`${text} …`, "dim", process.stderr));
  }, QUIET_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
