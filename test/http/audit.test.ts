import { readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AuditEntry } from "../../src/core/audit.ts";
import { limits } from "../../src/core/limits.ts";
import { inviteOperator } from "../../src/server/invite-operator.ts";
import { PublishingService } from "../../src/server/publishing/publishing-service.ts";
import { folderOfPeople } from "../helpers/people.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await folderOfPeople() });
  await as("us_pat_owner_of_a", "POST", "/v2/spaces", { orgId: "org_a", name: "a", key: "space-a" });
});
afterAll(async () => server?.remove());

const as = (token: string, method: string, path: string, body?: unknown) =>
  server.api(method, path, body, { authorization: `Bearer ${token}` });
const entries = async (): Promise<AuditEntry[]> => (await server.api("GET", "/v2/audit?limit=200")).body.data;
const space = "/v2/spaces/space-a";

/** Sends a request whole, and hangs up before the answer. */
const sentAndLeft = (path: string, body: unknown): Promise<void> =>
  new Promise((resolve) => {
    const headers = { authorization: "Bearer us_pat_owner_of_a", "content-type": "application/json" };
    const sent = request(new URL(path, server.platformUrl), { method: "POST", headers });
    sent.on("error", () => undefined).on("close", resolve);
    sent.end(JSON.stringify(body), () => sent.destroy());
  });

describe("the audit log", () => {
  it("notes who changed what by which token, newest first; looking leaves nothing", async () => {
    await as("us_pat_owner_of_a", "POST", `${space}/collections`, { name: "Homepage" });
    await as("us_pat_owner_of_a", "GET", `${space}/collections`);
    const publications = `${space}/collections/homepage/publications`;
    await as("us_pat_owner_of_a", "POST", `${publications}?dryRun=1`, { environment: "development" });
    const asked = await as("us_pat_owner_of_a", "POST", `${space}/environments/development/explain`, {
      user: {},
    });
    expect(asked.status).toBe(200);
    await as("us_pat_owner_of_a", "POST", publications, { environment: "development" });
    const account = { id: "acc_1", name: "owner of a" };
    const by = { kind: "token", id: "tok_1" };
    expect((await entries()).slice(0, 2)).toEqual([
      expect.objectContaining({ account, by, action: "publish", path: publications, status: 201 }),
      expect.objectContaining({ account, by, action: "createCollection", status: 201 }),
    ]);
  });

  it("notes what only claims to try, and what its client did not wait for", async () => {
    const owner = "us_pat_owner_of_a";
    await as(owner, "POST", "/v2/tokens", { name: "a", role: "viewer" });
    const publications = `${space}/collections/homepage/publications`;
    await as(owner, "POST", `${publications}?dryRun=false`, { environment: "development" });
    const names = ["publish", "createToken"];
    expect((await entries()).slice(0, 2).map(({ action, status }) => [action, status])).toEqual(
      names.map((name) => [name, 201]),
    );
    const made = async () => (await as(owner, "GET", "/v2/tokens")).body.data.length;
    const noted = async () => (await entries()).filter(({ action }) => action === "createToken").length;
    const before = [await made(), await noted()];
    for (let i = 0; i < 5; i += 1) await sentAndLeft("/v2/tokens", { name: "left", role: "viewer" });
    await expect.poll(async () => [await made(), await noted()]).toEqual(before.map((count) => count + 5));
  });

  it("notes what failed in its middle, but no dry run that did", async () => {
    const fault = vi.spyOn(PublishingService.prototype, "content").mockImplementation(() => {
      throw new Error("a fault");
    });
    onTestFinished(() => fault.mockRestore());
    await as("us_pat_owner_of_a", "POST", `${space}/collections`, { name: "Faulty" });
    const publications = `${space}/collections/faulty/publications`;
    const before = (await entries()).length;
    for (const query of ["", "?dryRun=true"]) {
      const body = { environment: "development" };
      expect((await as("us_pat_owner_of_a", "POST", `${publications}${query}`, body)).status).toBe(500);
    }
    const noted = (await entries()).slice(0, -before);
    expect(noted.map(({ action, status }) => [action, status])).toEqual([["publish", 500]]);
  });

  it("notes an import that breaks off with what came before", async () => {
    const owner = "us_pat_owner_of_a";
    const lines = Array.from({ length: 1500 }, (_, index) => JSON.stringify({ id: `u${index}` })).join("\n");
    const path = `${space}/environments/development/users/import`;
    const answer = await fetch(new URL(path, server.platformUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${owner}`, "content-type": "application/x-ndjson" },
      body: `${lines}\n${"x".repeat(5 * 1024 * 1024)}`,
    });
    expect(answer.status).toBe(413);
    expect((await entries())[0]).toMatchObject({ action: "importUsers", path, status: 413 });
    const { users } = (await as(owner, "GET", `${space}/environments/development/stats`)).body;
    expect(users).toBe(1000);
  });

  it("notes who was refused, and who opened the console; never a secret", async () => {
    await as("us_pat_viewer_of_a", "POST", `${space}/collections`, { name: "No" });
    await as("us_pat_nobody_knows", "GET", `${space}/collections?secret=in-the-query`);
    const { url } = (await as("us_pat_owner_of_a", "POST", "/v2/console/launch", {})).body;
    await fetch(url, { redirect: "manual" });
    expect((await entries()).slice(0, 4)).toEqual([
      expect.objectContaining({ account: { id: "acc_1", name: "owner of a" }, action: "openConsole" }),
      expect.objectContaining({ action: "launchConsole", status: 200 }),
      expect.objectContaining({ account: null, by: null, action: "listCollections", status: 401 }),
      expect.objectContaining({
        account: { id: "acc_3", name: "viewer of a" },
        action: "createCollection",
        status: 403,
      }),
    ]);
    const path = join(server.dataDir, ".understudy", "audit.log");
    const text = await readFile(path, "utf8");
    expect(text).not.toMatch(/us_pat_|in-the-query|token=/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("is not pushed out by who is refused", async () => {
    const refused = async () => (await entries()).filter(({ status }) => status === 401).length;
    const before = await refused();
    // All of it within one minute, however slow the machine.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < limits.auditRefusals.value + 20; i += 1) await as("us_pat_flood", "GET", "/v2/me");
    expect(await refused()).toBeLessThanOrEqual(before + limits.auditRefusals.value);
  });

  it("notes a way in that somebody has made for the operator without one", async () => {
    await server.stop();
    const { dataDir } = server;
    const { accountId, code } = await inviteOperator({ dataDir }, () => undefined);
    server = await startServerHere({ dataDir });
    expect((await entries())[0]).toMatchObject({
      account: null,
      by: null,
      action: "adminInvite",
      path: `/v2/accounts/${accountId}/invitation`,
      status: 201,
    });
    expect(JSON.stringify(await entries())).not.toContain(code);
  });
});
