import { AnotherInPlace } from "./document-error.ts";
import type { DocumentPlace, Stored } from "./document-place.ts";

/** A document that counts together with others. */
export interface Companion {
  readonly path: string;
  /** The last change that it has. */
  readonly head: number;
  /** Whether nothing else may stand in for it. */
  readonly mustBe: boolean;
  /** Nothing is stored of it. True where it says something else now. */
  takeAbsence(): boolean;
  /** @throws AnotherInPlace where the stored one is another one, which lies where this one lay */
  take(stored: Stored): boolean;
  /** Puts it where it lies now. */
  seek(): Promise<void>;
  /** Why a change would be refused where it is gone. */
  takenAway(): Error;
}

interface Taken {
  readonly isChanged: boolean;
  /** What is stored of those that could not be taken in. */
  readonly refused: ReadonlyMap<Companion, { readonly stored: Stored; readonly error: unknown }>;
}

/**
 * Takes in, as of one moment and at once, what others changed of documents that count together. `together`: those that others lie
 * beside come first. They lie where they are now afterwards.
 *
 * @throws Problem not-found where one is gone that must be
 */
export async function takeTogether(
  place: Pick<DocumentPlace, "newer">,
  together: () => readonly Companion[],
): Promise<Taken> {
  for (;;) {
    const asked = together().map((one) => ({ one, path: one.path, head: one.head }));
    const found = (await place.newer?.(asked)) ?? new Map<string, Stored | null>();
    const isMoved = () => asked.some(({ one, path }) => one.path !== path);
    if (isMoved()) continue;
    const missing = asked.find(({ one, path }) => one.mustBe && !found.has(path))?.one;
    const taken = missing ?? takenOf(asked, found);
    if ("isChanged" in taken) return taken;
    await taken.seek();
    if (!isMoved()) throw taken.takenAway();
  }
}

/** Gives the first one in whose place another one lies: nothing that comes after it was taken in. */
function takenOf(
  asked: readonly { readonly one: Companion; readonly path: string; readonly head: number }[],
  found: ReadonlyMap<string, Stored | null>,
): Taken | Companion {
  const refused = new Map<Companion, { stored: Stored; error: unknown }>();
  let isChanged = false;
  for (const { one, path, head } of asked) {
    const stored = found.get(path);
    if (stored === undefined) isChanged = (one.head === head && one.takeAbsence()) || isChanged;
    if (stored === undefined || stored === null) continue;
    try {
      isChanged = one.take(stored) || isChanged;
    } catch (error) {
      if (error instanceof AnotherInPlace) return one;
      refused.set(one, { stored, error });
    }
  }
  return { isChanged, refused };
}
