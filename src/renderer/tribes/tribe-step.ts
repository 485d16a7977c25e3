import type { Tribe } from "../../core/tribe.ts";

/** Where a new Tribe is made. */
export const newStep = "new";

/** How an address names a Tribe: by its key, but where that is the word for a new one. */
export const tribeStep = ({ id, key }: Pick<Tribe, "id" | "key">): string => (key === newStep ? id : key);
