import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeSignIn, readSignIn, type StoredSignIn } from "../../../src/cli/token-store.ts";

const origin = "http://platform.test";
const signIn = (accessToken: string): StoredSignIn => ({
  accessToken,
  refreshToken: null,
  expiresAt: "2999-01-01T00:00:00.000Z",
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-tokens-"));
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("a lock's file that a killed command has left holds nobody up", async () => {
  writeFileSync(join(folder, "sign-ins.json.lock"), "");
  await changeSignIn(origin, () => signIn("first"));
  expect(await readSignIn(origin)).toEqual(signIn("first"));
});

test("a change waits for the one before it, and sees what that has made", async () => {
  const steps: string[] = [];
  const change = (name: string) =>
    changeSignIn(origin, async (now) => {
      steps.push(`${name} begins after ${now?.accessToken ?? "none"}`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
      return signIn(name);
    });
  await Promise.all([change("one"), change("two")]);
  expect([steps[0], steps[1], steps[3]].map((step) => step?.replace(/one|two/, "N"))).toEqual([
    "N begins after none",
    "N ends",
    "N ends",
  ]);
  expect(steps[2]).toMatch(/^(one|two) begins after (?!none)/);
});

test.each(["a\nb", "ä", ""])(
  "a file whose token is %j was damaged by hand, and is told so",
  async (token) => {
    const platforms = { [origin]: signIn(token) };
    writeFileSync(join(folder, "sign-ins.json"), JSON.stringify({ version: 1, platforms }));
    await expect(readSignIn(origin)).rejects.toThrow("is damaged. Remove it");
  },
);
