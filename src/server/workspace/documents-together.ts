import type { Problem } from "../../core/problem.ts";
import type { DocumentPlace, Stored } from "./document-place.ts";

/** A document that counts together with others. */
export interface Companion {
  readonly path: string;
  /** The last change that it has. */
  readonly head: number;
  /** Whether nothing else may stand in for it. */
  readonly mustBe: boolean;
  take(stored: Stored): boolean;
  /** Why a change would be refused where it is gone. */
  takenAway(): Problem;
}

interface Together {
  readonly together: () => readonly Companion[];
  /** Puts them where they lie now. */
  readonly seek: () => Promise<void>;
}

/**
 * Of documents that others change, too, those that are there, as of one moment; null for one that has nothing new. They lie where they
 * are now afterwards.
 *
 * @throws Problem not-found where one is gone that must be
 */
export async function readTogether(
  place: Pick<DocumentPlace, "newer">,
  { together, seek }: Together,
): Promise<Map<Companion, Stored | null>> {
  for (;;) {
    const asked = together().map((one) => ({ one, path: one.path, head: one.head }));
    const found = await place.newer?.(asked);
    const gone = asked.find(({ one, path }) => one.mustBe && found?.has(path) === false && one.path === path);
    if (gone !== undefined) await seek();
    // They have another path meanwhile.
    if (asked.some(({ one, path }) => one.path !== path)) continue;
    if (gone !== undefined) throw gone.one.takenAway();
    return new Map(
      asked.flatMap(({ one, path }) => (found?.has(path) ? [[one, found.get(path) ?? null]] : [])),
    );
  }
}
