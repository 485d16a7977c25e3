import { Problem } from "../core/problem.ts";
import type { PlatformHandlers } from "./platform-handlers.ts";

type Names = "countUsers" | "getPublication" | "unpublish";

const pending = (): never => {
  throw new Problem("not-found", "This build only describes this route.");
};

/** Rows of the table whose handlers follow one by one; gone with the last of them. */
export const pendingRoutes: Pick<PlatformHandlers, Names> = {
  countUsers: pending,
  getPublication: pending,
  unpublish: pending,
};
