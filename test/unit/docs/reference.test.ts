import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { referencePages } from "../../../scripts/reference/pages.mjs";
import { sdkApi } from "../../../src/core/api/sdk.ts";
import { platformApi } from "../../../src/core/api.ts";
import { limits } from "../../../src/core/limits.ts";
import { eventProblemCodes, problemCodes } from "../../../src/core/problem.ts";
import { takesPrecondition } from "../../../src/core/route.ts";
import { sdkAdvice, sdkAdviceHeader, sdkVersions } from "../../../src/core/sdk-versions.ts";

const folder = new URL("../../../docs/reference/", import.meta.url);
const pages = referencePages({
  platformApi,
  sdkApi,
  problemCodes,
  eventProblemCodes,
  limits,
  sdkVersions,
  sdkAdvice,
  sdkAdviceHeader,
  takesPrecondition,
});

test.each([...pages])("docs/reference/%s is what the code says; `npm run docs` makes it so", (name, text) => {
  expect(readFileSync(new URL(name, folder), "utf8")).toBe(text);
});

test("docs/reference holds nothing else", () => {
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
});

test("every link to a shape leads somewhere, and no type is left untold", () => {
  const text = pages.get("routes.md") ?? "";
  const headings = new Set([...text.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name.toLowerCase()));
  const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, name = ""]) => name);
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((name) => !headings.has(name))).toEqual([]);
  expect(text).not.toMatch(/undefined|\[object|NaN/);
});

test("every route of both tables is told", () => {
  const text = pages.get("routes.md") ?? "";
  for (const { method, path } of Object.values({ ...platformApi, ...sdkApi }))
    expect(text).toContain(`#### \`${method.toUpperCase()} ${path}\`\n`);
});
