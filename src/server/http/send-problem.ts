import type { ErrorRequestHandler, Request, Response } from "express";
import { Problem, type ProblemDocument, problemCodes, problemType } from "../../core/problem.ts";

/** The document of a problem for one request (RFC 9457). `origin` is where problem types are explained. */
export function problemOf(problem: Problem, origin: string, instance: string): ProblemDocument {
  return {
    type: `${origin}/problems/${problem.code}`,
    title: problemCodes[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
  };
}

function sendProblem(res: Response, problem: Problem, origin: string, instance: string): void {
  res.status(problem.status).set(problem.headers);
  res.type(problemType).send(JSON.stringify(problemOf(problem, origin, instance)));
}

const replaced =
  "A part of Understudy's own program is not there: it is being built, or was built anew while this server ran. If this stays so, stop the server and start it again.";

/** A build takes away the files of the one before it: its pages, and chunks that are loaded only when they are needed. */
const isReplaced = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ERR_MODULE_NOT_FOUND" || (error.code === "ENOENT" && "status" in error));

/** Any error as a problem. What Express itself refuses (a bad escape in the path, say) has a status of its own. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isReplaced(error))
    return new Problem("not-ready", replaced, { headers: { "Retry-After": "5" }, cause: error });
  const status = (error as { status?: unknown }).status;
  if (typeof status === "number" && status >= 400 && status < 500) {
    return new Problem(
      "invalid-request",
      error instanceof Error ? error.message : "The request could not be read.",
    );
  }
  return new Problem("internal-error", "Something went wrong on our side; the log says more.", {
    cause: error,
  });
}

const unsaid = "The store can't do that for the moment; the server's log says why.";

/** For how long it is not logged again why the store failed, in ms. */
const repeatedAfter = 60_000;

/** The one place where errors become answers. `hides`: whoever reads them may be anybody, so that the log says why the store failed. */
export function problemHandler(
  origin: () => string,
  log: (line: string, requestId?: string) => void,
  hides = false,
): ErrorRequestHandler {
  let told = Number.NEGATIVE_INFINITY;
  return (error: unknown, req: Request, res: Response, _next) => {
    const found = toProblem(error);
    const isHidden = hides && found.code === "storage-failed";
    const problem = isHidden ? new Problem(found.code, unsaid, { headers: found.headers }) : found;
    const logs = (why: unknown) =>
      log(`${req.method} ${req.path}: ${why}`, String(res.getHeader("X-Request-Id")));
    if (found.code === "internal-error" || isReplaced(error))
      logs(found.cause instanceof Error ? found.cause.stack : found.cause);
    const now = performance.now();
    if (isHidden && now - told > repeatedAfter) {
      told = now;
      logs(found.message);
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    sendProblem(res, problem, origin(), req.originalUrl.split("?", 1)[0] ?? "/");
  };
}
