import { expect, test } from "vitest";
import { z } from "zod";
import { faultsOf, issueWords } from "../../../src/core/issue-words.ts";

const words = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues.map(issueWords);

test.each<[z.ZodType, unknown, string]>([
  [z.object({ id: z.string() }), {}, "is missing"],
  [z.object({ kind: z.enum(["a", "b"]) }), {}, "must be one of a, b"],
  [z.string(), 1, "must be a string"],
  [z.number(), "1", "must be a number"],
  [z.int(), 1.5, "must be a whole number"],
  [z.boolean(), null, "must be true or false"],
  [z.array(z.string()), {}, "must be a list"],
  [z.strictObject({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 1, "must be an object"],
  [z.literal("x"), "y", "must be x"],
  [z.enum(["a", "b"]), "c", "must be one of a, b"],
  [z.string().min(2), "a", "must have at least 2 characters"],
  [z.string().max(2), "abc", "must have at most 2 characters"],
  [z.array(z.string()).max(1), ["a", "b"], "must have at most 1 item"],
  [z.array(z.string()).min(2), ["a"], "must have at least 2 items"],
  [z.string().min(1), "", "must have at least 1 character"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().max(9), 10, "must be at most 9"],
  [z.number().gt(0), 0, "must be more than 0"],
  [z.record(z.string().max(2), z.string()), { abc: "x" }, "has a name that must have at most 2 characters"],
  [z.union([z.literal("max"), z.number().min(1)]), "x", "must be max, or must be a number"],
  [z.union([z.literal("max"), z.number().min(1)]), 0, "must be at least 1"],
  [z.union([z.string(), z.number()]), undefined, "is missing"],
  [z.union([z.string(), z.number()], "must be a name"), null, "must be a name"],
  [z.string("must be a name"), 1, "must be a name"],
  [z.string().min(1, "must not be empty"), "", "must not be empty"],
])("%#: says what is wrong and what to do", (schema, given, want) => {
  expect(words(schema, given)).toEqual([want]);
});

test.each<[z.ZodType, unknown, { path: string[]; detail: string }[]]>([
  [
    z.object({ seed: z.number().int().min(0).max(9) }),
    { seed: 1e30 },
    [{ path: ["seed"], detail: "must be at most 9" }],
  ],
  [
    z.object({ seed: z.number().int().min(0).max(9) }),
    { seed: -1e30 },
    [{ path: ["seed"], detail: "must be at least 0" }],
  ],
  [z.int().min(0).max(9), 1e30, [{ path: [], detail: "must be at most 9" }]],
  [z.number().max(5).max(9), 10, [{ path: [], detail: "must be at most 5" }]],
  [
    z.object({ secret: z.union([z.string(), z.strictObject({ sealed: z.string() })]) }),
    { secret: { sealed: 1, more: 2 } },
    [
      { path: ["secret", "sealed"], detail: "must be a string" },
      { path: ["secret", "more"], detail: "is not known here; remove it" },
    ],
  ],
  [
    z.array(z.number().max(5)),
    [10, 20],
    [
      { path: ["0"], detail: "must be at most 5" },
      { path: ["1"], detail: "must be at most 5" },
    ],
  ],
  [
    z.string().superRefine((_, context) => {
      for (const message of ["is odd", "is odd"]) context.addIssue({ code: "custom", message });
    }),
    "x",
    [{ path: [], detail: "is odd" }],
  ],
])("%#: says each fault once, by the nearest limit", (schema, given, want) => {
  const faults = faultsOf(schema.safeParse(given).error);
  expect(faults.map(({ path, detail }) => ({ path: path.map(String), detail }))).toEqual(want);
});
