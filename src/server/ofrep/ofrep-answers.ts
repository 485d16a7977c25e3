import type { ErrorRequestHandler, Response } from "express";
import type { OfrepErrorCode } from "../../core/ofrep.ts";
import { Problem, type ProblemCode } from "../../core/problem.ts";
import { OfrepRefusal } from "./ofrep-refusal.ts";

/** Refusals in the standard's shape: `key` where one flag was asked for. */
export function refuse(res: Response, status: number, errorCode: OfrepErrorCode, errorDetails: string): void {
  const { flagKey } = res.locals as { readonly flagKey?: string };
  const key = flagKey === undefined ? {} : { key: flagKey };
  res.status(status).json({ ...key, errorCode, errorDetails });
}

const parseErrors: ReadonlySet<ProblemCode> = new Set(["invalid-json", "invalid-request"]);

/** Errors in the standard's shape; the standard has 401, 403, 429 and 5xx carry what we know besides. */
export const answerError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof OfrepRefusal) return refuse(res, error.status, error.code, error.message);
  const problem = problemOf(error);
  if (problem === null) return next(error);
  res.set(problem.headers);
  if (problem.status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", "1");
  refuse(res, problem.status, parseErrors.has(problem.code) ? "PARSE_ERROR" : "GENERAL", problem.message);
};

/** Express has errors of its own, e.g. for a path that does not decode; they say 4xx. Others are for the next handler. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500
    ? new Problem("invalid-request", "The request could not be read.")
    : null;
}
