import { expect, it } from "vitest";
import { lastAsked } from "../../../../src/renderer/app/last-asked.ts";

/** Two questions, the second while the first is open, answered in this order. */
async function handedOn(order: readonly ("first" | "second")[]): Promise<string[]> {
  const handed: string[] = [];
  const ask = lastAsked((answer: string) => handed.push(answer));
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const both = [ask(first.promise), ask(second.promise)];
  for (const one of order) {
    if (one === "first") first.resolve(one);
    else second.resolve(one);
    await Promise.resolve();
  }
  await Promise.all(both);
  return handed;
}

it("hands on the last question's answer alone, whichever comes first", async () => {
  expect(await handedOn(["first", "second"])).toEqual(["second"]);
  expect(await handedOn(["second", "first"])).toEqual(["second"]);
});

it("hands on each answer of questions that follow one another", async () => {
  const handed: number[] = [];
  const ask = lastAsked((answer: number) => handed.push(answer));
  await ask(Promise.resolve(1));
  await ask(Promise.resolve(2));
  expect(handed).toEqual([1, 2]);
});
