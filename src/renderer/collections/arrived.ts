import type { Console } from "../page/console-context.ts";
import { isEditOf, spaceOf } from "../stores/kept-edits.ts";
import type { CollectionName } from "./part-ports.ts";

/** After how long it is said what is waited for, in ms. */
const silence = 2000;

/**
 * Waits for the edits and deletions that a Collection's decisions hang on and that are shown already: what is taken or compared is
 * what is seen. `tell` gets in words what it waits for, where that takes its time.
 */
export async function arrived(
  { saved, removals }: Pick<Console, "saved" | "removals">,
  { spaceId, collectionId }: CollectionName,
  tell: (words: string) => void,
): Promise<void> {
  const of = (key: string) =>
    spaceOf(key) === spaceId && (isEditOf(collectionId, key) || /^(type|tribe)\//.test(key));
  await told(saved.flush({ of }), () => tell(editsSent(saved.sending(of))));
  await told(removals.settle(spaceId, collectionId), () => tell("Waiting for a deletion to be done…"));
}

async function told(work: Promise<void>, late: () => void): Promise<void> {
  const timer = setTimeout(late, silence);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}

const editsSent = (names: readonly string[]): string =>
  names.length === 0
    ? "Waiting for an edit to be saved…"
    : `Waiting for ${names.length > 1 ? "edits" : "an edit"} of ${names.join(", ")} to be saved…`;
