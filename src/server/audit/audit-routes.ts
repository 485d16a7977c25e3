import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { type PlatformRoute, platformApi } from "../../core/api.ts";
import type { AuditEntry } from "../../core/audit.ts";
import type { Caller } from "../access/caller.ts";
import { toProblem } from "../http/send-problem.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

export const auditRoutes = ({ audit }: Services): Pick<PlatformHandlers, "listAudit"> => ({
  listAudit: async ({ query }) => ({ body: await audit.page(query) }),
});

const names = new Map<string, PlatformRoute>(
  (Object.keys(platformApi) as PlatformRoute[]).map((name) => [
    `${platformApi[name].method} ${platformApi[name].path}`,
    name,
  ]),
);
/** Whether a request changes nothing: reads, and those that ask by a body. */
const looks = (action: string): boolean =>
  action in platformApi && platformApi[action as PlatformRoute].access === "viewer";

/** Notes every change, and every request that was refused because of its caller. `callerOf`: who sent it. */
export function auditRequests(
  { audit }: Pick<Services, "audit">,
  callerOf: (req: Request) => Caller | undefined,
): RequestHandler {
  return (req, res, next) => {
    const [path = ""] = req.originalUrl.split("?", 1);
    const note = (send: () => void) => {
      const { statusCode: status } = res;
      const route = (req.route as { path?: unknown } | undefined)?.path;
      const action = names.get(`${req.method.toLowerCase()} ${String(route)}`) ?? req.method.toLowerCase();
      // What is refused may have done a part: an import that breaks off, a step whose later act is refused, a restore that fails. A
      // dry run has done nothing.
      const done = res.locals.changed ?? status < 400;
      const changed = !["GET", "HEAD", "OPTIONS"].includes(req.method) && done && !looks(action);
      if (!changed && status !== 401 && status !== 403) return send();
      const entry = { ...whoOf(callerOf(req)), action, path: path.slice(0, 300), status };
      // Whoever is told of a change finds it in the log, also where this process is killed right after.
      if (changed) return audit.record(entry, send);
      audit.record(entry);
      send();
    };
    // Noted as it is answered: "finish" never comes where the client has hung up by then.
    let noted = false;
    res.end = new Proxy(res.end, {
      apply: (end, self, args) => {
        const send = () => Reflect.apply(end, self, args);
        if (noted) return send();
        noted = true;
        note(send);
        return self;
      },
    });
    next();
  };
}

/** What failed in its middle may have done a part, or be finished by the next start: it is noted as a change. */
export const auditFailures: ErrorRequestHandler = (error, _req, res, next) => {
  const { code } = toProblem(error);
  if (code === "internal-error" || code === "storage-failed") res.locals.changed ??= true;
  next(error);
};

/** Who asks and by what, as the log names it. */
const whoOf = (caller: Caller | undefined): Pick<AuditEntry, "account" | "by"> =>
  caller === undefined
    ? { account: null, by: null }
    : { account: { id: caller.account.id, name: caller.account.name }, by: caller.credential };
