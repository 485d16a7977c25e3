import type { Request } from "express";
import type { SpaceDocument } from "../../core/documents.ts";
import type { Role } from "../../core/organization.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { RouteSpec } from "../../core/route.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ApiKeyService } from "./api-key-service.ts";
import type { Caller } from "./caller.ts";

/** What a platform route knows before it starts: who calls, and the Space and environment that its path names. */
export interface PlatformContext {
  readonly caller: Caller;
  /** The Organization of the path. @throws where the path names none: a fault in the route table */
  readonly orgId: () => string;
  readonly space: () => JsonDocument<SpaceDocument>;
  readonly environment: () => EnvironmentRef;
}

interface Finder {
  readonly workspace: Workspace;
  readonly apiKeys: ApiKeyService;
  readonly authenticate: (req: Request) => Caller;
}

const isRole = (access: RouteSpec["access"]): access is Role =>
  access === "viewer" || access === "editor" || access === "owner";

/** Authenticates, finds what the path names, and checks the caller's role there. */
export function enterPlatform(finder: Finder, route: RouteSpec, req: Request): PlatformContext {
  const caller = finder.authenticate(req);
  if (route.access === "operator") caller.assertOperator(route.limit ?? "owner");
  const params = req.params as Record<string, string | undefined>;
  const { orgId, spaceId, envKey } = params;
  const space = spaceId === undefined ? null : findSpace(finder.workspace, caller, spaceId);
  // Rights are looked at again while a request goes on: by then the key may be another Space's, or none's.
  if (space !== null) params.spaceId = space.data.space.id;
  const organization = space?.data.space.orgId ?? orgId;
  if (organization !== undefined && isRole(route.access)) {
    caller.assertRole(organization, route.access, space === null ? "organization" : "Space");
  }
  const environment =
    space === null || envKey === undefined ? null : findEnvironment(finder.apiKeys, space, envKey);
  return {
    caller,
    orgId: () => given(orgId, "organization"),
    space: () => given(space, "Space"),
    environment: () => given(environment, "environment"),
  };
}

export function findSpace(
  workspace: Workspace,
  caller: Caller,
  reference: string,
): JsonDocument<SpaceDocument> {
  const found = workspace.findSpace(reference);
  if (found === undefined || caller.roleIn(found.data.space.orgId) === null) {
    throw new Problem("not-found", `There is no Space "${reference.slice(0, 100)}" here that you can see.`);
  }
  return found;
}

/** By name, or by the environment's API key (spec, "Resources": Environment). */
function findEnvironment(
  apiKeys: ApiKeyService,
  space: JsonDocument<SpaceDocument>,
  envKey: string,
): EnvironmentRef {
  const spaceId = space.data.space.id;
  if (environmentKeys.includes(envKey as EnvironmentKey))
    return { spaceId, environment: envKey as EnvironmentKey };
  const byKey = apiKeys.find(envKey);
  if (byKey !== null && byKey.spaceId === spaceId) return byKey;
  throw new Problem(
    "not-found",
    `There is no environment "${envKey.slice(0, 40)}". Name development, staging or production.`,
  );
}

function given<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the route names no ${what}`);
  return value;
}
