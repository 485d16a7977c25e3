import type { IncomingMessage, ServerResponse } from "node:http";
import type { Outside } from "./outside.ts";

/** Told of each request: its answer is there, or its connection has gone. */
export type RequestLog = (plane: string, req: IncomingMessage, res: ServerResponse) => void;

/** One line of JSON a request, once it is over. Never what follows the `?`: secrets may be there. */
export const requestLog =
  (write: (line: string) => void, outside: Pick<Outside, "callerOf">): RequestLog =>
  (plane, req, res) => {
    const began = performance.now();
    const from = outside.callerOf(req);
    const path = (req.url ?? "").split("?", 1)[0]?.slice(0, 300);
    res.on("close", () =>
      write(
        JSON.stringify({
          time: new Date().toISOString(),
          level: res.statusCode >= 500 ? "error" : "info",
          event: "request",
          plane,
          requestId: res.getHeader("X-Request-Id"),
          method: req.method,
          path,
          // Without an answer the caller went away.
          status: res.headersSent ? res.statusCode : null,
          ms: Math.round(performance.now() - began),
          from,
        }),
      ),
    );
  };
