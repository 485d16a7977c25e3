import { createStore } from "zustand/vanilla";
import { inWords } from "../api/api-problem.ts";
import { everyPage } from "../api/every-page.ts";
import type { Removals, UndoableRemoval } from "./removals.ts";
import { withOrWithout } from "./with-or-without.ts";

/** What lets somebody in and can be revoked, e.g. tokens. `revoking` are hidden already, but still work until their toast is over. */
export interface RevocableState<T> {
  readonly items: readonly T[] | null;
  readonly revoking: ReadonlySet<string>;
  /** Why the last load failed; what is known stays. */
  readonly problem: string | null;
}

export const createRevocableList = <T>() =>
  createStore<RevocableState<T>>(() => ({ items: null, revoking: new Set(), problem: null }));
export type RevocableList<T> = ReturnType<typeof createRevocableList<T>>;

/** Loads them all; a failure keeps what is shown and says why. */
export async function loadRevocables<T>(
  store: RevocableList<T>,
  read: Parameters<typeof everyPage<T>>[0],
): Promise<void> {
  try {
    store.setState({ items: await everyPage(read), problem: null });
  } catch (error) {
    store.setState({ problem: inWords(error) });
  }
}

/** Those that are not being revoked; null until they are loaded. */
export const notRevoked = <T extends { readonly id: string }>({
  items,
  revoking,
}: RevocableState<T>): readonly T[] | null => items?.filter(({ id }) => !revoking.has(id)) ?? null;

/** Hides one at once and revokes it when its undo has run out: what is revoked cannot come back. */
export function revoke<T extends { readonly id: string }>(
  store: RevocableList<T>,
  removals: Removals,
  { id }: T,
  revocation: Pick<UndoableRemoval, "said" | "refused" | "remove">,
): void {
  removals.offer({
    ...revocation,
    key: id,
    hide: (on) => store.setState({ revoking: withOrWithout(store.getState().revoking, id, on) }),
    drop: () => store.setState({ items: store.getState().items?.filter((one) => one.id !== id) ?? null }),
  });
}
