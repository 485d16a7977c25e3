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

const write = (platforms: unknown) =>
  writeFileSync(join(folder, "sign-ins.json"), JSON.stringify({ version: 1, platforms }));

test.each([signIn("a\nb"), signIn("ä"), signIn(""), {}, "x"])(
  "a sign-in that was damaged by hand (%j) is told so, takes no other with it, and makes way for the next",
  async (damaged) => {
    const other = "http://other.test";
    write({ [origin]: damaged, [other]: signIn("others") });
    await expect(readSignIn(origin)).rejects.toThrow(
      `The sign-in at ${origin} in ${join(folder, "sign-ins.json")} is damaged. Sign in again`,
    );
    expect(await readSignIn(other)).toEqual(signIn("others"));
    await changeSignIn(other, () => null);
    await expect(readSignIn(origin)).rejects.toThrow("is damaged");
    expect(await changeSignIn(origin, (now) => (now === null ? signIn("next") : now))).toEqual(
      signIn("next"),
    );
    expect(await readSignIn(origin)).toEqual(signIn("next"));
    write({ [origin]: damaged });
    await changeSignIn(origin, () => null);
    expect(await readSignIn(origin)).toBeNull();
  },
);

test("what lies in the lock's place is named, and the sentence ends once", async () => {
  const lock = join(folder, "sign-ins.json.lock");
  writeFileSync(lock, "a stranger's");
  await expect(changeSignIn(origin, () => signIn("first"))).rejects.toThrow(
    `${lock} can't be locked: ${lock} is not a lock of Understudy's. Check where it comes from, then delete it.`,
  );
  await expect(changeSignIn(origin, () => signIn("first"))).rejects.not.toThrow("..");
});

test("a file that holds no sign-ins at all is told as damaged", async () => {
  write([]);
  await expect(readSignIn(origin)).rejects.toThrow("is damaged. Remove it");
});

test.runIf(process.platform === "linux")("a folder that keeps no files is named", async () => {
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", "/proc/understudy/own");
  await expect(changeSignIn(origin, () => signIn("first"))).rejects.toThrow("/proc keeps no files");
});
