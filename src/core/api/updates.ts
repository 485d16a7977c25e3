import type { RouteSpec } from "../route.ts";
import { updateSource, updates } from "../updates.ts";

const path = "/v2/updates";
const forOperator = { path, tag: "Service", access: "operator", status: [200], answer: updates } as const;

/** Whether there is a newer version: nobody is asked unless the operator says whom. */
export const updatesApi = {
  getUpdates: {
    ...forOperator,
    method: "get",
    summary: "Whether a newer version is known, and who is asked for it",
  },
  putUpdates: {
    ...forOperator,
    method: "put",
    summary: "Say who is asked for newer versions, daily from now on; it is asked at once",
    body: updateSource,
  },
  deleteUpdates: { ...forOperator, method: "delete", summary: "Ask nobody any more" },
  checkUpdates: {
    ...forOperator,
    path: `${path}/check`,
    method: "post",
    summary: "Ask now; nothing is fetched but the release and its signature",
    problems: ["conflict"],
  },
} as const satisfies Record<string, RouteSpec>;
