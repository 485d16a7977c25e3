import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { test as testPersonas } from "../../../../src/cli/commands/test.ts";

const flags = { environment: "staging", content: "published", space: "cinema" } as const;
const run = {
  at: "2026-11-20T09:00:00.000Z",
  environment: "staging",
  content: "published",
  passed: 1,
  failed: 0,
  personas: [{ id: "p1", name: "Ana", passed: true, outcomes: [] }],
};
const refusal = (path: string) => ({
  type: "http://platform.test/problems/invalid-query",
  title: "The query is not valid",
  status: 400,
  detail: `${path} is not known here; remove it`,
  instance: "/",
  code: "invalid-query",
  errors: [{ path, detail: "is not known here; remove it" }],
});

/** A platform whose runs know these members of a query alone. */
function platformThatKnows(...known: string[]): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { search, searchParams } = new URL(String(input));
    asked.push(search);
    const strange = [...searchParams.keys()].find((name) => !known.includes(name));
    return strange === undefined
      ? Response.json(run)
      : Response.json(refusal(`/${strange}`), { status: 400 });
  });
  return asked;
}

beforeEach(() => {
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const plain = "?environment=staging&content=published";
const short = `${plain}&reasons=none`;
test.each([
  ["this version, in words", false, ["environment", "content", "reasons"], [short]],
  ["this version, as JSON", true, ["environment", "content", "reasons"], [plain]],
  ["one that knows no reasons, in words", false, ["environment", "content"], [short, plain]],
  ["one that knows no reasons, as JSON", true, ["environment", "content"], [plain]],
])("asks a platform of %s", async (_name, json, known, queries) => {
  const asked = platformThatKnows(...known);
  expect(await testPersonas({ ...flags, json })).toBe(0);
  expect(asked).toEqual(queries);
});

test("another refusal is not asked around", async () => {
  const asked = platformThatKnows("environment", "reasons");
  await expect(testPersonas(flags)).rejects.toThrow("/content is not known here");
  expect(asked).toEqual([short]);
});

test("a disk that is full keeps no report, and no folder of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-junit-"));
  const probe = await open(join(folder, "probe"), "w");
  await probe.close();
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  vi.spyOn(Object.getPrototypeOf(probe), "writeFile").mockRejectedValue(full);
  platformThatKnows("environment", "content", "reasons");
  const junit = join(folder, "a/b/report.xml");
  await expect(testPersonas({ ...flags, junit })).rejects.toThrow(
    `${junit} can't be written: its disk is full.`,
  );
  expect(await readdir(folder)).toEqual(["probe"]);
  await rm(folder, { recursive: true });
});
