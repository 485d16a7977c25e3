import { pointer } from "../problem.ts";
import type { Difference } from "../publication.ts";

export type Path = readonly (string | number)[];

/** One difference at a path; null stands for what is not there. */
export const difference = (path: Path, before: unknown, after: unknown): Difference => ({
  path: pointer(path),
  before: (before ?? null) as Difference["before"],
  after: (after ?? null) as Difference["after"],
});
