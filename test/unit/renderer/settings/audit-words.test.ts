import { expect, it } from "vitest";
import { actionWords, outcomeWords, subjectWords } from "../../../../src/renderer/settings/audit-words.ts";

const names = new Map([
  ["spc_1", "Cinema"],
  ["col_1", "Homepage"],
  ["development", "Development"],
]);
const subject = (action: string, path: string) => subjectWords(action, path, (id) => names.get(id));

it("tells what a request was about, by names where they are known", () => {
  expect(subject("updateExperience", "/v2/spaces/spc_1/collections/col_1/experiences/exp_9")).toBe(
    "exp_9 · Homepage · Cinema",
  );
  expect(
    subject("patchUser", "/v2/spaces/spc_1/environments/development/users/ana%20%C3%A9?kind=known"),
  ).toBe("ana é · Development · Cinema");
  expect(subject("patchUser", "/v2/spaces/spc_1/environments/development/users/%zz")).toMatch(/^%zz/);
  expect([subject("putClock", "/v2/clock"), subject("signIn", "/oauth")]).toEqual(["", ""]);
});

it("says what was done and what came of it", () => {
  expect([actionWords("signIn"), actionWords("later")]).toEqual(["Sign in", "later"]);
  expect([201, 303, 403, 400].map(outcomeWords)).toEqual([
    "done",
    "done",
    "refused (403)",
    "broke off (400)",
  ]);
});
