/** The one that an id names, or else a key. */
export const byReference = <T extends { readonly id: string; readonly key: string }>(
  all: readonly T[],
  reference: string,
): T | undefined => all.find(({ id }) => id === reference) ?? all.find(({ key }) => key === reference);
