import type { RouteSpec } from "../route.ts";
import { updateSource, updates } from "../updates.ts";

const path = "/v2/updates";
const forOperator = { path, tag: "Service", access: "operator", status: [200], answer: updates } as const;

/** Whether there is a newer version: nobody is asked unless the operator says whom. */
export const updatesApi = {
  getUpdates: {
    ...forOperator,
    method: "get",
    summary: "Whether a newer version is known, and where it is looked for",
  },
  putUpdates: {
    ...forOperator,
    method: "put",
    summary: "Set the address where newer versions are looked for: at once, and daily from then on",
    body: updateSource,
  },
  deleteUpdates: { ...forOperator, method: "delete", summary: "Stop looking for newer versions" },
  checkUpdates: {
    ...forOperator,
    path: `${path}/check`,
    method: "post",
    summary: "Look now; nothing is fetched but the release and its signature",
    problems: ["conflict"],
  },
} as const satisfies Record<string, RouteSpec>;
