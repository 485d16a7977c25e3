/** The Space that a saved object is in, of its port's key: `experience/<space>/…`. */
export const spaceOf = (key: string): string => key.split("/")[1] ?? "";
