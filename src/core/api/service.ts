import { auditEntry } from "../audit.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { clock, clockSetting, lan, lanSetting, settings, settingsPatch, status } from "../settings.ts";

/** The running copy and its workspace: settings, clock, local network, status. */
export const serviceApi = {
  getSettings: {
    method: "get",
    path: "/v2/settings",
    tag: "Service",
    summary: "Settings of the workspace",
    access: "account",
    status: [200],
    answer: settings,
    etag: true,
  },
  updateSettings: {
    method: "patch",
    path: "/v2/settings",
    tag: "Service",
    summary: "Change settings of the workspace; for its operator",
    access: "operator",
    body: settingsPatch,
    status: [200],
    answer: settings,
    etag: true,
  },

  getClock: {
    method: "get",
    path: "/v2/clock",
    tag: "Service",
    summary: "The platform clock",
    access: "account",
    status: [200],
    answer: clock,
  },
  putClock: {
    method: "put",
    path: "/v2/clock",
    tag: "Service",
    summary: "Move, freeze or free the platform clock; for the operator",
    access: "operator",
    limit: "editor",
    body: clockSetting,
    status: [200],
    answer: clock,
  },

  getLan: {
    method: "get",
    path: "/v2/lan",
    tag: "Service",
    summary: "Whether the SDK plane is open to the local network",
    access: "account",
    status: [200],
    answer: lan,
  },
  putLan: {
    method: "put",
    path: "/v2/lan",
    tag: "Service",
    summary:
      "Open the SDK plane, and nothing else, to the local network until the next start, or close it; for the operator",
    access: "operator",
    body: lanSetting,
    status: [200],
    answer: lan,
    problems: ["conflict"],
  },

  listAudit: {
    method: "get",
    path: "/v2/audit",
    tag: "Service",
    summary: "Who changed, published, signed in or was refused, newest first; for the operator",
    access: "operator",
    query: pageQuery,
    status: [200],
    answer: page(auditEntry),
  },

  getStatus: {
    method: "get",
    path: "/v2/status",
    tag: "Service",
    summary: "Addresses, versions and warnings of the running copy",
    access: "account",
    status: [200],
    answer: status,
  },
} as const satisfies Record<string, RouteSpec>;
