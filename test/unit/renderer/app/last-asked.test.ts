import { expect, it } from "vitest";
import { lastAsked } from "../../../../src/renderer/app/last-asked.ts";

it.each([[[0, 1]], [[1, 0]]])("hands on the last of two open questions' answer alone: %j", async (order) => {
  const handed: string[] = [];
  const ask = lastAsked((answer: string) => handed.push(answer));
  const answers: ((text: string) => void)[] = [];
  const asked = ["first", "second"].map(() => ask(new Promise((resolve) => answers.push(resolve))));
  for (const index of order) {
    answers[index]?.(["first", "second"][index] ?? "");
    await asked[index];
  }
  expect(handed).toEqual(["second"]);
});

it("hands on each answer of questions that follow one another", async () => {
  const handed: number[] = [];
  const ask = lastAsked((answer: number) => handed.push(answer));
  await ask(Promise.resolve(1));
  await ask(Promise.resolve(2));
  expect(handed).toEqual([1, 2]);
});
