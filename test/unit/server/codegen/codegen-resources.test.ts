import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "../../../../src/core/codegen/languages.ts";
import { readRuntime, resourceFiles } from "../../../../src/server/codegen/codegen-resources.ts";
import { compileTemplates } from "../../../../src/server/codegen/template-set.ts";

describe("what generating reads at run time", () => {
  it("is listed in one place, each file once, and is there", () => {
    const { templates, runtimes } = resourceFiles();
    const all = [...templates, ...runtimes];
    expect(templates.length).toBeGreaterThanOrEqual(5 * languages.length);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("turns checkJs off in the browser's runtime by a word alone: TypeScript 5.0 and 5.1 take a colon for a part of it", () => {
    const browser = languages.filter(({ platform }) => platform === "browser");
    const modules = browser.flatMap(readRuntime).filter(({ path }) => path.endsWith(".js"));
    expect(modules.length).toBeGreaterThan(0);
    for (const { text } of modules) expect(text).toMatch(/^\/\/ @ts-nocheck(\s|$)/m);
  });

  it("says which part of the runtime is not built", () => {
    const [first] = languages;
    if (first === undefined) throw new Error("there is no language");
    const missing: Language = { ...first, runtime: { ...first.runtime, folder: "toaster" } };
    expect(() => readRuntime(missing)).toThrow(/is not built: .*toaster.*index\.js/);
  });

  it("has a name in a template that the model has not as an error, not as nothing", () => {
    const [language] = languages;
    if (language === undefined) throw new Error("there is no language");
    const render = compileTemplates(language, () => "{{nothing}}");
    const view = { modelVersion: 1, space: { id: "s", key: "s", name: "S" }, revision: 1 } as const;
    expect(() => render({ path: "s/index.ts", template: "entry", view })).toThrow("nothing");
  });
});
