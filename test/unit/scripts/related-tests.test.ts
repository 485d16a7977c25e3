import { describe, expect, it } from "vitest";
import { importersOf, relatedTests } from "../../../scripts/setup/related-tests.mjs";

const project: Readonly<Record<string, string>> = {
  "src/core/rule.ts": "export const rule = 1;",
  "src/core/shape.ts": "export interface Shape {}",
  "src/server/rules/rule-service.ts":
    'import {\n  rule,\n} from "../../core/rule.ts";\nimport type { Shape } from "../../core/shape.ts";',
  "src/server/codegen/templates.ts": 'join(folder, "templates", name)',
  "src/renderer/users/UserTable.tsx": 'import "./users.css";',
  "src/renderer/users/users.css": "",
  "src/renderer/app/App.tsx": 'const page = import("../users/UserTable.tsx");',
  "resources/templates/kotlin/page.hbs": "",
  "test/unit/core/rule.test.ts": 'import { rule } from "../../../src/core/rule.ts";',
  "test/unit/server/codegen/code.test.ts": 'import "../../../../src/server/codegen/templates.ts";',
  "test/dom/app/pages.test.tsx": 'import { App } from "../../../src/renderer/app/App.tsx";',
  "test/dom/users/users.test.tsx": 'import { App } from "../../../src/renderer/app/App.tsx";',
  "test/http/start.ts": 'import { service } from "../../src/server/rules/rule-service.ts";',
  "test/http/clock.test.ts": 'import { start } from "./start.ts";',
  "test/http/rules.test.ts": 'import { start } from "./start.ts";',
  "test/e2e/rules.test.ts": 'import { rule } from "../../src/core/rule.ts";',
};
const paths = Object.keys(project);
const related = (...changed: string[]) => relatedTests(changed, paths, (path) => project[path] ?? "");

describe("the tests that a change can have failed", () => {
  it.each([
    [
      "src/core/rule.ts",
      ["test/unit/core/rule.test.ts", "test/http/rules.test.ts", "test/http/clock.test.ts"],
    ],
    ["src/renderer/users/users.css", ["test/dom/users/users.test.tsx", "test/dom/app/pages.test.tsx"]],
    ["test/http/start.ts", ["test/http/clock.test.ts", "test/http/rules.test.ts"]],
    ["test/http/clock.test.ts", ["test/http/clock.test.ts"]],
    [
      "resources/templates/kotlin/page.hbs",
      ["test/unit/server/codegen/code.test.ts", "test/dom/app/pages.test.tsx"],
    ],
  ])("of %s: the likeliest first, not those of the end", (changed, want) => {
    expect(related(changed)).toEqual(want);
  });

  it("are none where only the compiler sees it", () => {
    expect(related("src/core/shape.ts")).toEqual([]);
  });

  it("begin with those that were changed themselves", () => {
    expect(related("src/core/rule.ts", "test/http/clock.test.ts")[0]).toBe("test/http/clock.test.ts");
  });

  it("are those of a file that is gone, too", () => {
    const without = paths.filter((path) => path !== "src/core/rule.ts");
    expect(relatedTests(["src/core/rule.ts"], without, (path) => project[path] ?? "")).toContain(
      "test/http/rules.test.ts",
    );
  });
});

it("gives who imports what has changed, for whom lint is another now", () => {
  expect(importersOf(["src/core/rule.ts"], paths, (path) => project[path] ?? "")).toEqual([
    "src/server/rules/rule-service.ts",
    "test/unit/core/rule.test.ts",
    "test/e2e/rules.test.ts",
  ]);
});
