import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codegenModel } from "../../src/core/codegen/build-model.ts";
import { findLanguage } from "../../src/core/codegen/languages.ts";
import type { CodeFile } from "../../src/server/codegen/codegen-resources.ts";
import { generateCode } from "../../src/server/codegen/generate.ts";
import { codegenCases } from "../golden/codegen-cases.ts";
import type { CodegenCase } from "../helpers/codegen-spaces.ts";
import { writeFiles } from "../helpers/generated-code.ts";
import { type ContractSpace, makeContractSpace } from "./contract/contract-space.ts";
import { contractsFor, runContract } from "./contract/run-contract.ts";
import { startDemo } from "./contract/steady-ids.ts";
import { devicesOf } from "./contract/talk-to.ts";
import { guideBlocks, withoutImports } from "./guide.ts";
import { hostileSpace } from "./hostile-space.ts";
import { compileKotlin, lintKotlin, runKotlin } from "./kotlin/toolchain.mjs";

const folder = mkdtempSync(join(tmpdir(), "understudy-kotlin-"));
const example = join(import.meta.dirname, "../../examples/android");
const key = join(folder, "UnderstudyKey.kt");
let space: ContractSpace;
let devices: ReturnType<typeof devicesOf>;

beforeAll(async () => {
  space = await makeContractSpace();
  writeFiles(join(folder, "contract"), await space.code("android", "kotlin"));
  const demo = await startDemo();
  const { body } = await demo.api("POST", "/v2/spaces/cinema/codegen", {
    platform: "android",
    lang: "kotlin",
  });
  await demo.remove();
  const ofSpace = body.files.filter((file: CodeFile) => file.path.startsWith("cinema/"));
  writeFiles(join(folder, "demo"), ofSpace);
  writeFileSync(key, 'package understudy\n\ninternal const val understudyApiKey: String = "us_dev_x"\n');
  const facts = { apiKey: "us_dev_x", sdkUrl: "http://127.0.0.1:4748", lanUrl: null, spaceKey: "contract" };
  const snippet = findLanguage("android", "kotlin")?.firstEvent.code(facts) ?? "";
  writeFileSync(join(folder, "contract/Snippet.kt"), snippet.replace("suspend fun", "internal suspend fun"));
  writeFileSync(join(folder, "demo/Guide.kt"), guideSource());
  const compiled = await compileKotlin(
    [
      key,
      join(folder, "contract"),
      join(import.meta.dirname, "kotlin/Driver.kt"),
      join(example, "app/src/main/java/desk/HomeScreen.kt"),
      join(folder, "demo"),
    ],
    join(folder, "classes"),
  );
  expect(compiled).toEqual({ code: 0, says: "" });
  devices = devicesOf(() => runKotlin(join(folder, "classes"), "understudy.DriverKt"));
}, 240_000);
afterAll(async () => {
  devices?.end();
  await space.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The code of many Spaces, below a folder. */
function writeSpaces(into: string, cases: readonly CodegenCase[]): void {
  const language = findLanguage("android", "kotlin");
  if (language === undefined) throw new Error("kotlin");
  for (const given of cases) writeFiles(into, generateCode(codegenModel(given), language));
}

/** What the guide says, in functions: all but OkHttp's, which is not here. */
function guideSource(): string {
  const guide = guideBlocks("android.md", "kotlin").filter((code) => !code.includes("okHttp"));
  expect(guide).toHaveLength(3);
  const head = `package guide

import java.io.File
import understudy.Metadata
import understudy.StartOptions
import understudy.cinema.Teaser
import understudy.cinema.client
import understudy.cinema.collections
import understudy.cinema.session

internal class Context(val noBackupFilesDir: File)
`;
  const functions = guide.map(
    (code, at) =>
      `\n@Suppress("unused", "UNUSED_PARAMETER", "RedundantSuspendModifier")\ninternal suspend fun guide${at}(context: Context) {\n${withoutImports(code)}}\n`,
  );
  return head + functions.join("");
}

describe("the contract, in Kotlin", () => {
  it.each(contractsFor("kotlin"))("$name: $about", async (contract) => {
    await runContract(contract, space, devices.open);
  });
});

it("gives all threads the same data", async () => {
  const device = await devices.open();
  expect(await device.send({ do: "threads" })).toEqual({ made: 1 });
});

it("compiles whatever a Space's names are, 300 hostile ones too", async () => {
  writeSpaces(join(folder, "spaces"), [...Object.values(codegenCases), hostileSpace()]);
  const compiled = await compileKotlin([key, join(folder, "spaces")], join(folder, "more-classes"));
  expect(compiled).toEqual({ code: 0, says: "" });
});

it("does not compile without a key, and says which file to make", async () => {
  const files = await space.code("android", "kotlin");
  const alone = join(folder, "alone");
  writeFiles(alone, files);
  const { code, says } = await compileKotlin([alone], join(folder, "alone-classes"), 1);
  expect(code).toBe(1);
  expect(says).toContain("Make UnderstudyKey.kt: package understudy; const val understudyApiKey");
});

it("is clean to ktlint, the runtime and what is generated, whatever a Space's names are", async () => {
  const all = join(folder, "lint");
  for (const part of ["contract", "understudy"])
    cpSync(join(folder, "contract", part), join(all, part), { recursive: true });
  cpSync(example, join(all, "example"), { recursive: true });
  writeSpaces(all, Object.values(codegenCases));
  expect(await lintKotlin(all)).toEqual({ code: 0, says: "" });
});
