import { type FieldError, pointer } from "../../core/problem.ts";

/** What speaks against the value at a place or in it; null where nothing does. */
export function errorAt(errors: readonly FieldError[], path: readonly PropertyKey[]): string | null {
  const at = pointer(path);
  return errors.find((one) => one.path === at || one.path.startsWith(`${at}/`))?.detail ?? null;
}
