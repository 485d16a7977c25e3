import { Problem } from "../../core/problem.ts";
import { OutsideEdit } from "./outside-edit.ts";

/** The 503 for a disk that does not take a change: full, read-only, gone. Nothing was changed. */
export function storageFailed(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem("storage-failed", `The change was not saved: ${reason}`, {
    cause,
    headers: { "Retry-After": "5" },
  });
}

/** As `storageFailed`; an edit of somebody else's at the same moment stays one. */
export const notStored = (cause: unknown): Error =>
  cause instanceof OutsideEdit ? cause : storageFailed(cause);
