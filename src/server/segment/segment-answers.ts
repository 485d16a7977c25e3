import type { ErrorRequestHandler, Response } from "express";
import { refusalOf, setHeadersOf } from "../http/refusal-of.ts";

/** What the published tracking API answers where it took the request. */
export const accepted = (res: Response) => res.status(200).json({ success: true });

/** Refusals in that standard's shape. */
export const refuse = (res: Response, status: number, message: string) =>
  res.status(status).json({ success: false, message });

/** The key opens nothing. A challenge for Bearer, because one for Basic would make browsers ask for a password. */
export const unauthorized = (res: Response) => {
  res.setHeader("WWW-Authenticate", 'Bearer realm="understudy"');
  return refuse(res, 401, "The writeKey is missing, or is not the API key of an environment.");
};

/** Problems in the standard's shape: a body too large is its 400, and a busy store asks to come again. */
export const answerProblem: ErrorRequestHandler = (error, _req, res, next) => {
  const problem = refusalOf(error);
  if (problem === null || res.headersSent) return next(error);
  setHeadersOf(problem, res);
  refuse(res, problem.code === "too-large" ? 400 : problem.status, problem.message);
};
