import { expect, it, test } from "vitest";
import { platformApi } from "../../../src/core/api.ts";
import { name, newName } from "../../../src/core/primitives.ts";
import { fieldErrors } from "../../../src/core/problem.ts";
import type { RouteSpec } from "../../../src/core/route.ts";

test.each<[string, boolean]>([
  ["Cinema", true],
  [" 0 ", true],
  ["❤️", true],
  ["\u200fسينما", true],
  ["", false],
  ["  ", false],
  ["\u200b", false],
  ["\u2060\u00ad", false],
  ["\u3164", false],
  ["\u2800 \ufe0f", false],
])("%j can be given as a name: %s, and says once why not", (text, want) => {
  const read = newName.safeParse(text);
  const said = read.success ? [] : fieldErrors(read.error).map(({ detail }) => detail);
  expect(said).toEqual(want ? [] : ["must not be empty"]);
});

it("reads one that an earlier build has taken", () => {
  expect(name.parse("\u200b")).toBe("\u200b");
});

it("is what every body of the API takes that gives something a name", () => {
  const saidBy = ({ body }: RouteSpec, given: string) => {
    const read = body?.safeParse({ name: given });
    return read === undefined || read.success
      ? []
      : fieldErrors(read.error).filter(({ path }) => path === "/name");
  };
  const routes = Object.entries<RouteSpec>(platformApi).filter(([, route]) => saidBy(route, "").length > 0);
  expect(routes.length).toBeGreaterThan(15);
  const takers = routes.filter(([, route]) => saidBy(route, "\u200b").length === 0).map(([called]) => called);
  // These name what is there already, or bring back what was kept.
  expect(takers.sort()).toEqual(["putScene", "replaceDraft", "startReplay"]);
});
