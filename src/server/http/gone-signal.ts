import type { Response } from "express";
import { Problem } from "../../core/problem.ts";

/** Aborted where the caller goes before the answer: nobody waits for long work any more. */
export function goneSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => controller.abort(new Problem("busy", "The caller closed the connection.")));
  return controller.signal;
}
