import { afterAll, expect } from "vitest";

// In each test file of a run with marks: in Node the file is told to reached.mjs; in the browser the page keeps its marks itself.
const file = () => expect.getState().testPath;

if (typeof process === "object" && globalThis.atTest)
  globalThis.atTest(globalThis.__vitest_worker__.filepath);
else {
  const marks = new Set();
  globalThis.reached = (number) => marks.add(number);
  afterAll(async () => {
    const { commands } = await import("vitest/browser");
    for (const number of marks) await commands.keepMark(number, file());
  });
}
