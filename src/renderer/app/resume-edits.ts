import { spaceOf } from "../stores/kept-edits.ts";
import type { Console } from "./create-console.ts";

/**
 * Sends every edit of a Space that a closed page left unsaved, and says what it could not delete. Conflicts are asked about where
 * they are opened.
 */
export async function resumeEdits(console: Console, spaceId: string): Promise<void> {
  await console.kept.adopt();
  console.removals.tellLeft(spaceId);
  const keys = console.kept.keys().filter((key) => spaceOf(key) === spaceId);
  if (keys.length === 0) return;
  // Fetched only where it is needed: the first page carries no editor.
  const { savedPort } = await import("./saved-ports.ts");
  for (const key of keys) {
    const port = savedPort(console, key);
    if (port !== null) void console.saved.get(port).load();
  }
}
