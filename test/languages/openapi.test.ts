import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/server/openapi/openapi-document.ts";
import { compileTypeScript } from "../helpers/generated-code.ts";
import { importTool } from "./web/toolchain.mjs";

const folder = mkdtempSync(join(tmpdir(), "understudy-openapi-"));
mkdirSync(join(folder, "src"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each tool gets a document of its own: some write into it. */
describe.each(["platform", "sdk"] as const)("the OpenAPI document of the %s plane", (plane) => {
  const text = JSON.stringify(openApiDocument(plane, "http://127.0.0.1:4747"));
  const made = () => JSON.parse(text);

  it("is valid to swagger-parser", async () => {
    const { default: SwaggerParser } = await importTool("@apidevtools/swagger-parser/lib/index.js");
    expect(await SwaggerParser.validate(made())).toMatchObject({ openapi: "3.1.0" });
  });

  it("has no error for redocly", async () => {
    const { createConfig, lintFromString } = await importTool("@redocly/openapi-core/lib/index.js");
    const config = await createConfig({ extends: ["recommended"] });
    const found: Finding[] = await lintFromString({ source: text, config, absoluteRef: "openapi.json" });
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("has no error for spectral", async () => {
    const { Spectral } = await importTool("@stoplight/spectral-core/dist/index.js");
    const spectral = new Spectral();
    spectral.setRuleset((await importTool("@stoplight/spectral-rulesets/dist/index.js")).oas);
    const found: Finding[] = await spectral.run(made());
    expect(found.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  it("becomes types that compile, by openapi-typescript and by hey-api, each type with a name", async () => {
    const { default: typesOf, astToString } = await importTool("openapi-typescript/dist/index.mjs");
    const types: string = astToString(await typesOf(made()));
    expect(types).not.toContain("__schema");
    writeFileSync(join(folder, `src/${plane}.ts`), types);
    const { createClient } = await importTool("@hey-api/openapi-ts/dist/index.mjs");
    const output = join(folder, "src", plane);
    await createClient({
      input: made(),
      output,
      plugins: ["@hey-api/typescript"],
      logs: { level: "silent", file: false },
    });
    expect(compileTypeScript(folder, [`src/${plane}.ts`, `src/${plane}/index.ts`])).toEqual({
      code: 0,
      says: "",
    });
  });
});

interface Finding {
  readonly severity: string | number;
}
