import type { ErrorRequestHandler, Response } from "express";
import type { OfrepErrorCode } from "../../core/ofrep.ts";
import type { ProblemCode } from "../../core/problem.ts";
import { refusalOf, setHeadersOf } from "../http/refusal-of.ts";
import { OfrepRefusal } from "./ofrep-refusal.ts";

/** Refusals in the standard's shape: `key` where one flag was asked for. */
export function refuse(res: Response, status: number, errorCode: OfrepErrorCode, errorDetails: string): void {
  const { flagKey } = res.locals as { readonly flagKey?: string };
  const key = flagKey === undefined ? {} : { key: flagKey };
  res.status(status).json({ ...key, errorCode, errorDetails });
}

const parseErrors: ReadonlySet<ProblemCode> = new Set(["invalid-json", "invalid-request"]);

/** Errors in the standard's shape. For 401, 403, 429 and 5xx it leaves the content to us. */
export const answerError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof OfrepRefusal) return refuse(res, error.status, error.code, error.message);
  const problem = refusalOf(error);
  if (problem === null) return next(error);
  setHeadersOf(problem, res);
  refuse(res, problem.status, parseErrors.has(problem.code) ? "PARSE_ERROR" : "GENERAL", problem.message);
};
