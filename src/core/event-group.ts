// Without schemas: the store's threads load this, and not the library of schemas with it.

/** The group that only the SDK may use. */
export const reservedGroup = "system";
export const eventGroup = (name: string): string => name.slice(0, name.indexOf("/"));
