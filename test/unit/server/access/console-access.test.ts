import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { type SecretsDocument, secretsDocument } from "../../../../src/core/documents.ts";
import { limits } from "../../../../src/core/limits.ts";
import { ConsoleAccess } from "../../../../src/server/access/console-access.ts";
import type { PassingNotes } from "../../../../src/server/store/ports.ts";
import type { JsonDocument } from "../../../../src/server/workspace/json-document.ts";

const place = { origin: () => new URL("http://127.0.0.1:4747"), isPublic: false };
const day = 24 * 60 * 60_000;

test("a new session keeps its place, whatever was opened while the clock was ahead", async () => {
  const data = secretsDocument.parse({ schemaVersion: 1, apiKeys: {}, tokens: [], consoleSessions: [] });
  const secrets = { data, update: async <R>(change: (draft: SecretsDocument) => R) => change(data) };
  let now = Date.parse("2026-11-21T12:00:00Z");
  const access = new ConsoleAccess(
    secrets as unknown as JsonDocument<SecretsDocument>,
    undefined as unknown as PassingNotes,
    place as ConstructorParameters<typeof ConsoleAccess>[2],
    () => now,
    () => true,
  );
  const signIn = async () => {
    const res = { cookie: () => undefined, set: () => undefined } as unknown as Response;
    await access.signIn({ headers: {} } as Request, res, { accountId: "acc_1", role: "owner" });
    return data.consoleSessions.at(-1);
  };
  for (let at = 0; at < limits.consoleSessionsPerAccount.value; at += 1) await signIn();
  now -= day;
  const mine = await signIn();
  now += 5 * 60_000;
  await signIn();
  expect(data.consoleSessions).toContain(mine);
  expect(data.consoleSessions).toHaveLength(limits.consoleSessionsPerAccount.value);
});
