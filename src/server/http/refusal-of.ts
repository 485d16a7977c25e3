import type { Response } from "express";
import { Problem } from "../../core/problem.ts";

/** A problem, or what Express itself refuses, e.g. a path that does not decode: that says 4xx. Null for all other errors. */
export function refusalOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500
    ? new Problem("invalid-request", "The request could not be read.")
    : null;
}

/** A problem's headers, for standards whose clients come again only where they are asked to: 503 always says when. */
export function setHeadersOf(problem: Problem, res: Response): void {
  res.set(problem.headers);
  if (problem.status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", "1");
}
