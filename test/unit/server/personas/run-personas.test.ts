import { expect, test } from "vitest";
import { type Persona, personaCreate } from "../../../../src/core/persona.ts";
import type { ExplainService } from "../../../../src/server/explain/explain-service.ts";
import { runPersonas } from "../../../../src/server/personas/run-personas.ts";

const persona = (id: string): Persona => ({
  ...personaCreate.parse({ name: id }),
  id,
  key: id,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
});

/** Reasons of so many characters for each persona. */
const explaining = (length: number) =>
  ({
    pretender: async () => () => ({ tribes: [], experiences: [], text: "x".repeat(length) }),
  }) as unknown as Pick<ExplainService, "pretender">;
const runOf = (ids: readonly string[], reasons: "all" | "none" = "all") => ({
  environment: { spaceId: "spc_1", environment: "development" } as const,
  content: "draft" as const,
  reasons,
  personas: ids.map(persona),
  known: () => new Map(),
  now: 0,
});
const run = (length: number, ids: readonly string[], reasons: "all" | "none" = "all") =>
  runPersonas(explaining(length), runOf(ids, reasons), new AbortController().signal);

test("the answer is one JSON text, in the order that was asked for", async () => {
  const { text } = await run(3, ["b", "a"]);
  expect(JSON.parse(text)).toMatchObject({
    at: "1970-01-01T00:00:00.000Z",
    environment: "development",
    content: "draft",
    passed: 2,
    failed: 0,
    personas: [{ id: "b", explanation: { text: "xxx" } }, { id: "a" }],
  });
  expect(JSON.parse((await run(3, [])).text)).toMatchObject({ passed: 0, failed: 0, personas: [] });
});

test("without reasons the outcomes alone are told", async () => {
  const { text } = await run(25_000_000, ["a", "b", "c"], "none");
  expect(JSON.parse(text).personas[2]).toEqual({ id: "c", name: "c", passed: true, outcomes: [] });
});

test("reasons that are too long together are refused, with how many would do", async () => {
  const answer = run(25_000_000, ["a", "b", "c"]);
  await expect(answer).rejects.toMatchObject({
    code: "too-large",
    message: "Their reasons are too long for one answer: name 2 of them at a time.",
  });
});

test("nobody else is decided for once the caller has gone", async () => {
  const caller = new AbortController();
  let decided = 0;
  const explain = {
    pretender: async () => async () => {
      decided += 1;
      if (decided === 2) caller.abort(new Error("gone"));
      return { tribes: [], experiences: [] };
    },
  } as unknown as Pick<ExplainService, "pretender">;
  await expect(runPersonas(explain, runOf(["a", "b", "c", "d"]), caller.signal)).rejects.toThrow("gone");
  expect(decided).toBe(2);
});
