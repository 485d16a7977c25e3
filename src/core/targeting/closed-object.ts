import { z } from "zod";

/** Most unknown members that are told of one object. */
const most = 10;
export const unknownMember = "is not known here; remove it";

/** Members that don't belong there. A loop, since there may be very many, all but the first of no interest. */
export function strangers(value: object, known: readonly string[]): string[] {
  const found: string[] = [];
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) found.push(key);
    if (found.length === most) break;
  }
  return found;
}

/** An object with no members but these. They are looked at first: the schema never sees one that has a million others. */
export const closedObject = <S extends z.ZodType>(known: readonly string[], schema: S) =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value !== "object" || value === null) return;
      for (const key of strangers(value, known))
        context.addIssue({ code: "custom", path: [key], message: unknownMember });
    })
    .pipe(schema);
