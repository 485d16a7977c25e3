import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codegenModel } from "../../src/core/codegen/build-model.ts";
import { findLanguage } from "../../src/core/codegen/languages.ts";
import { generateCode } from "../../src/server/codegen/generate.ts";
import { codegenCases } from "../golden/codegen-cases.ts";
import { writeFiles } from "../helpers/generated-code.ts";
import { type ContractSpace, makeContractSpace } from "./contract/contract-space.ts";
import { contractsFor, runContract } from "./contract/run-contract.ts";
import { startDemo } from "./contract/steady-ids.ts";
import { devicesOf } from "./contract/talk-to.ts";
import { guideBlocks, withoutImports } from "./guide.ts";
import { hostileSpace } from "./hostile-space.ts";
import { checkManifest, checkSwift, compileSwift, runSwift } from "./swift/toolchain.mjs";
import { spaceCalled, wordsIn } from "./word-spaces.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-swift-"));
const key = join(folder, "UnderstudyKey.swift");
let space: ContractSpace;
let devices: ReturnType<typeof devicesOf>;

beforeAll(async () => {
  space = await makeContractSpace();
  writeFiles(join(folder, "contract"), await space.code("ios", "swift"));
  writeFileSync(key, 'let understudyApiKey = "us_dev_x"\n');
  const sources = [key, join(folder, "contract"), join(import.meta.dirname, "swift/Driver.swift")];
  const compiled = await compileSwift(sources, join(folder, "driver"));
  expect(compiled).toEqual({ code: 0, says: "" });
  // Foundation of Linux may end its program where a connection is lost right after a request (swift-corelibs-foundation, issue 5285).
  devices = devicesOf(() => runSwift(join(folder, "driver")));
}, 240_000);
afterAll(async () => {
  devices?.end();
  await space.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("the contract, in Swift", () => {
  it.each(contractsFor("swift"))("$name: $about", async (contract) => {
    await runContract(contract, space, devices.open);
  });
});

it("has views that read something read it again once it is another", async () => {
  const steps = [
    { do: "launch" },
    { do: "read", what: "observed" },
    { do: "start", userId: "ana" },
    { see: { observed: true } },
  ] as const;
  await runContract({ name: "observed", about: "", steps }, space, devices.open);
});

it("compiles whatever a Space's names are, 300 hostile ones too", async () => {
  const language = findLanguage("ios", "swift");
  if (language === undefined) throw new Error("swift");
  for (const given of [...Object.values(codegenCases), hostileSpace()])
    writeFiles(join(folder, "spaces"), generateCode(codegenModel(given), language));
  expect(await checkSwift([key, join(folder, "spaces")])).toEqual({ code: 0, says: "" });
});

it("compiles whatever word of the runtime a Space is called", async () => {
  const language = findLanguage("ios", "swift");
  if (language === undefined) throw new Error("swift");
  const resources = join(import.meta.dirname, "../../resources");
  const words = wordsIn(join(resources, "sdk/swift"), join(resources, "templates/swift"));
  for (const word of [...words, "UnderstudyKey"])
    writeFiles(join(folder, "words"), generateCode(codegenModel(spaceCalled(word)), language));
  expect(await checkSwift([key, join(folder, "words")])).toEqual({ code: 0, says: "" });
});

it("compiles the example, what the console shows to paste, and what the guide says", async () => {
  const demo = await startDemo();
  const { body } = await demo.api("POST", "/v2/spaces/cinema/codegen", { platform: "ios", lang: "swift" });
  await demo.remove();
  writeFiles(join(folder, "demo"), body.files);
  const facts = { apiKey: "us_dev_x", sdkUrl: "http://127.0.0.1:4748", lanUrl: null, spaceKey: "cinema" };
  const snippet = findLanguage("ios", "swift")?.firstEvent.code(facts) ?? "";
  writeFileSync(join(folder, "demo/Snippet.swift"), snippet.replace("import UnderstudyCode\n", ""));
  const guide = guideBlocks("ios.md", "swift");
  expect(guide).toHaveLength(3);
  const functions = guide.map((code, at) => `func guide${at}() async {\n${withoutImports(code)}}\n`);
  writeFileSync(join(folder, "demo/Guide.swift"), functions.join("\n"));
  const example = join(import.meta.dirname, "../../examples/ios");
  expect(await checkSwift([key, join(folder, "demo"), join(example, "CinemaApp")])).toEqual({
    code: 0,
    says: "",
  });
  expect(await checkManifest(join(example, "Package.swift"))).toEqual({ code: 0, says: "" });
});

it("counts milliseconds in 64 bits: an Int of most watches has 32", async () => {
  const file = join(folder, "Watch.swift");
  writeFileSync(
    file,
    "func milliseconds(_ worker: Understudy.Worker) -> [Int64] { [worker.now, worker.ticks] }\n",
  );
  expect(await checkSwift([key, join(folder, "contract"), file])).toEqual({ code: 0, says: "" });
});

it("does not compile without a key, and says which file to make", async () => {
  const { code, says } = await checkSwift([join(folder, "contract")], 1);
  expect(code).toBe(1);
  expect(says).toContain("Make UnderstudyKey.swift");
});

it("is a package", async () => {
  expect(await checkManifest(join(folder, "contract/Package.swift"))).toEqual({ code: 0, says: "" });
});
