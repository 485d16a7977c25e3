import { spaceOf } from "../saved/kept-edits.ts";
import type { Console } from "./create-console.ts";

/** Goes on with every edit of a Space that a page left which lives no more. What clashes is asked where it is opened. */
export async function resumeEdits(console: Console, spaceId: string): Promise<void> {
  await console.kept.adopt();
  const keys = console.kept.keys().filter((key) => spaceOf(key) === spaceId);
  if (keys.length === 0) return;
  // Fetched only where it is needed: the first page carries no editor.
  const { savedPort } = await import("./saved-ports.ts");
  for (const key of keys) {
    const port = savedPort(console, key);
    if (port !== null) void console.saved.get(port).load();
  }
}
