import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlatformRoute, platformApi, routePath } from "../../src/core/api.ts";
import { lesserRole, type Role, roleIncludes } from "../../src/core/organization.ts";
import type { RouteSpec } from "../../src/core/route.ts";
import { folderOfPeople, limited, type Person, people } from "../helpers/people.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await folderOfPeople() });
  for (const org of ["a", "b"]) {
    const made = await as(`us_pat_owner_of_${org}`, "POST", "/v2/spaces", {
      orgId: `org_${org}`,
      name: org,
      key: `space-${org}`,
    });
    expect(made.status).toBe(201);
  }
});
afterAll(async () => server?.remove());

const as = (token: string, method: string, path: string, body?: unknown) =>
  server.api(method, path, body, { authorization: `Bearer ${token}` });

type Verdict = "let in" | "unauthorized" | "forbidden" | "hidden";

/** What the table promises. A route that names no Organization is the same for both. */
function promised(route: RouteSpec, who: Person | null, org: string): Verdict {
  if (who === null) return "unauthorized";
  const { access, limit = "owner" } = route;
  if (route === platformApi.deleteMe && who.limit !== "owner") return "forbidden";
  if (access === "account") return "let in";
  if (access === "operator")
    return people[0]?.roles === who.roles && roleIncludes(who.limit, limit) ? "let in" : "forbidden";
  const held = who.roles[org];
  if (held === undefined) return "hidden";
  return roleIncludes(lesserRole(held, who.limit), access as Role) ? "let in" : "forbidden";
}

/** Asks in a way that changes nothing for who is let in: a body that fits nothing, an ETag that nobody has, ids of nothing. */
async function asked(route: RouteSpec, who: Person | null, org: string): Promise<Verdict> {
  const path = routePath(route.path, {
    ...Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "nope"])),
    spaceId: `space-${org}`,
    orgId: `org_${org}`,
    envKey: "development",
  });
  const aborted = new AbortController();
  const response = await fetch(new URL(path, server.platformUrl), {
    method: route.method.toUpperCase(),
    headers: {
      ...(who !== null && { authorization: `Bearer ${who.token}` }),
      ...(route.body !== undefined && { "content-type": "application/json" }),
      "if-match": '"nobody has seen this"',
    },
    ...(route.body !== undefined && { body: "[]" }),
    signal: aborted.signal,
  });
  if (response.ok) {
    aborted.abort();
    return "let in";
  }
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  if (code === "unauthorized" || code === "forbidden") return code;
  expect(response.status, `${path}: ${detail}`).toBeLessThan(500);
  return code === "not-found" && detail.endsWith("here that you can see.") ? "hidden" : "let in";
}

describe("who may call", () => {
  const callers: readonly (Person | null)[] = [null, ...people, ...limited];
  it.each(Object.keys(platformApi) as PlatformRoute[])("%s", async (name) => {
    const route: RouteSpec = platformApi[name];
    const orgs = /:(orgId|spaceId)/.test(route.path) ? ["a", "b"] : ["a"];
    const cells = callers.flatMap((who) => orgs.map((org) => ({ who, org })));
    const got = await Promise.all(
      cells.map(
        async ({ who, org }) => `${who?.name ?? "no token"} in ${org}: ${await asked(route, who, org)}`,
      ),
    );
    expect(got).toEqual(
      cells.map(({ who, org }) => `${who?.name ?? "no token"} in ${org}: ${promised(route, who, org)}`),
    );
  });
});

describe("the workspace's operator", () => {
  it("is named by /v2/me, after the token's own limit", async () => {
    const roleOf = async ({ token }: Person) => (await as(token, "GET", "/v2/me")).body.workspaceRole;
    const [operator, owner] = people;
    const [editing] = limited;
    if (operator === undefined || owner === undefined || editing === undefined) throw new Error("nobody");
    expect([await roleOf(operator), await roleOf(owner), await roleOf(editing)]).toEqual([
      "operator",
      null,
      null,
    ]);
  });
});

describe("warnings in /v2/status", () => {
  it("are told to the operator, and to who sees the Space that one is about", async () => {
    const warningsOf = async (token: string): Promise<string[]> =>
      (await as(token, "GET", "/v2/status")).body.warnings;
    const file = join(server.dataDir, "spaces/space-b/space.json");
    const before = await readFile(file, "utf8");
    await writeFile(file, "broken");
    await expect.poll(() => warningsOf("us_pat_operator")).toEqual([expect.stringContaining(file)]);
    expect(await warningsOf("us_pat_owner_of_b")).toEqual([expect.stringContaining(file)]);
    expect(await warningsOf("us_pat_owner_of_a")).toEqual([]);
    await writeFile(file, before);
    await expect.poll(() => warningsOf("us_pat_operator")).toEqual([]);
  });
});
