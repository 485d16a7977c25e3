import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { operator } from "../../../../src/server/access/authenticate.ts";
import { TokenService } from "../../../../src/server/access/token-service.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

test("a token ends when it says, which must be later than now", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-tokens-"));
  const now = Date.parse("2026-11-20T09:00:00Z");
  const workspace = await Workspace.open(folder, now);
  const tokens = new TokenService(workspace.secrets, () => true);
  const make = (expiresAt: string) =>
    tokens.create(operator(workspace), { name: "CI", role: "editor", expiresAt }, now);
  await expect(make("2026-11-20T09:00:00Z")).rejects.toMatchObject({
    code: "invalid-body",
    errors: [{ path: "/expiresAt", detail: "must be in the future; it is 2026-11-20T09:00:00.000Z here" }],
  });
  const { token } = await make("2026-11-20T09:00:01Z");
  expect([tokens.find(token, now + 999)?.name, tokens.find(token, now + 1000)]).toEqual(["CI", null]);
  // Its use is noted meanwhile.
  await workspace.secrets.hold(async () => undefined);
  await rm(folder, { recursive: true });
});

test("what has expired makes room for another token", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-tokens-"));
  const now = Date.parse("2026-11-20T09:00:00Z");
  const workspace = await Workspace.open(folder, now);
  const tokens = new TokenService(workspace.secrets, () => true);
  const make = (name: string, expiresAt: string | null, at: number) =>
    tokens.create(operator(workspace), { name, role: "viewer", expiresAt }, at);
  const soon = "2026-11-20T09:00:01Z";
  for (let nth = 1; nth <= 98; nth += 1) await make(`for good ${nth}`, null, now);
  await make("first", soon, now);
  await make("second", soon, now);
  await expect(make("one more", null, now)).rejects.toMatchObject({ code: "conflict" });
  const names = () =>
    tokens
      .list(operator(workspace), now)
      .map(({ name }) => name)
      .slice(98);
  await make("third", null, now + 1000);
  expect(names()).toEqual(["second", "third"]);
  await make("fourth", null, now + 1000);
  expect(names()).toEqual(["third", "fourth"]);
  await expect(make("fifth", null, now + 1000)).rejects.toMatchObject({ code: "conflict" });
  await rm(folder, { recursive: true });
});

test("requests that come together note the use of their token once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-tokens-"));
  const now = Date.parse("2026-11-20T09:00:00Z");
  const workspace = await Workspace.open(folder, now);
  const tokens = new TokenService(workspace.secrets, () => true);
  const { token } = await tokens.create(
    operator(workspace),
    { name: "CI", role: "editor", expiresAt: null },
    now,
  );
  const update = vi.spyOn(workspace.secrets, "update");
  for (let request = 0; request < 50; request += 1) tokens.find(token, now + request);
  expect(update).toHaveBeenCalledTimes(1);
  tokens.find(token, now + 60_100);
  expect(update).toHaveBeenCalledTimes(2);
  await update.mock.results[1]?.value;
  expect(workspace.secrets.data.tokens[0]?.lastUsedAt).toBe("2026-11-20T09:01:00.100Z");
  // The clock was ahead, and was set right.
  tokens.find(token, now);
  await update.mock.results[2]?.value;
  expect(workspace.secrets.data.tokens[0]?.lastUsedAt).toBe("2026-11-20T09:00:00.000Z");
  await rm(folder, { recursive: true });
});
