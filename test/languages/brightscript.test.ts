import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codegenModel } from "../../src/core/codegen/build-model.ts";
import { findLanguage } from "../../src/core/codegen/languages.ts";
import { generateCode } from "../../src/server/codegen/generate.ts";
import { codegenCases } from "../golden/codegen-cases.ts";
import { writeFiles } from "../helpers/generated-code.ts";
import { type RunningChannel, runChannel } from "./brightscript/engine.ts";
import { checkChannel } from "./brightscript/toolchain.mjs";
import { type ContractSpace, makeContractSpace } from "./contract/contract-space.ts";
import { contractsFor, type Driver, exceptionsFor, runContract } from "./contract/run-contract.ts";
import { startDemo } from "./contract/steady-ids.ts";
import { guideBlocks } from "./guide.ts";
import { hostileSpace } from "./hostile-space.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-roku-"));
let space: ContractSpace;
let channel: RunningChannel;
let number = 0;

beforeAll(async () => {
  space = await makeContractSpace({ platform: "roku", lang: "brightscript" });
  const code = await space.code("roku", "brightscript");
  channel = await runChannel(
    [...code, ...filesBelow(join(import.meta.dirname, "brightscript/channel"))],
    "READY",
  );
  // The engine makes a worker for the first Task, which takes longer on a busy machine than a start waits for an answer.
  const first = await open();
  await first.send({ do: "launch", serviceUrl: "http://127.0.0.1:9" });
  await first.send({ do: "advance", seconds: 0 });
  await first.close();
}, 120_000);
afterAll(async () => {
  await channel?.stop();
  await space.remove();
  rmSync(folder, { recursive: true, force: true });
});

const filesBelow = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(root, path).split(sep).join("/"),
      text: readFileSync(path, "utf8"),
    }));

/** Another app for each file, in the same channel. */
async function open(): Promise<Driver> {
  const from = channel.lines.length;
  const send = async (step: { readonly do?: string }): Promise<Readonly<Record<string, unknown>>> => {
    if (step.do === "log") return { lines: channel.lines.slice(from) };
    number += 1;
    const ascii = JSON.stringify({ ...step, number }).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const before = channel.lines.length;
    await channel.page.evaluate((text) => window.brs.sendInput({ todo: text }), ascii);
    return answered(number, before);
  };
  return { send, close: async () => void (await send({ do: "kill" })) };
}

/** What the driver saw at a step, among the lines after these; it may be that a Task that waits for an answer never says. */
async function answered(step: number, read: number): Promise<Readonly<Record<string, unknown>>> {
  const mark = `SAW ${step} `;
  let after = read;
  for (const began = performance.now(); performance.now() - began < 10_000; ) {
    for (; after < channel.lines.length; after += 1) {
      const line = channel.lines[after] ?? "";
      if (line.startsWith(mark)) return JSON.parse(line.slice(mark.length)) ?? {};
    }
    await new Promise((done) => setTimeout(done, 5));
  }
  return {};
}

declare global {
  interface Window {
    brs: { sendInput(params: Record<string, string>): void; sendKeyPress(key: string, msec: number): void };
  }
}

describe("the contract, in BrightScript", () => {
  it.each(contractsFor("brightscript"))("$name: $about", async (contract) => {
    await runContract(contract, space, open);
  });

  it.each(exceptionsFor("brightscript"))("$name is an exception that still is one", async (contract) => {
    await expect(runContract(contract, space, open, 300)).rejects.toThrow(contract.name);
  });
});

it("is clean to brighterscript and bslint whatever a Space's names are, 300 hostile ones too", async () => {
  const language = findLanguage("roku", "brightscript");
  if (language === undefined) throw new Error("brightscript");
  const root = join(folder, "hostile");
  for (const given of [...Object.values(codegenCases), hostileSpace()])
    writeFiles(root, generateCode(codegenModel(given), language));
  writeFileSync(join(root, "manifest"), "title=Hostile\nmajor_version=1\nminor_version=0\nbuild_version=0\n");
  expect(await checkChannel(root)).toEqual({ code: 0, says: "" });
});

it("shows the demo Space in the example's channel, which is clean, and so are the Overview's snippet and the guide's pieces", async () => {
  const demo = await startDemo();
  const { body } = await demo.api("POST", "/v2/spaces/cinema/codegen", {
    platform: "roku",
    lang: "brightscript",
  });
  const files = [...filesBelow(join(import.meta.dirname, "../../examples/roku")), ...body.files];
  const facts = { apiKey: "us_dev_x", sdkUrl: "http://127.0.0.1:4748", lanUrl: null, spaceKey: "cinema" };
  const snippet = findLanguage("roku", "brightscript")?.firstEvent.code(facts) ?? "";
  const root = join(folder, "example");
  const guide = guideBlocks("roku.md", "brightscript");
  expect(guide).toHaveLength(3);
  const pieces = guide.map((code) =>
    code.startsWith("sub ")
      ? code
      : `sub init()\n    banner = m.space.collections.homepage.banner\n${code}end sub\n`,
  );
  const scenes = [`${snippet}\n`, ...pieces].flatMap((text, at) => [
    { path: `components/Scene${at}.brs`, text },
    {
      path: `components/Scene${at}.xml`,
      text: `<?xml version="1.0" encoding="utf-8" ?>\n<component name="Scene${at}" extends="Scene">\n<script type="text/brightscript" uri="Scene${at}.brs" />\n</component>\n`,
    },
  ]);
  writeFiles(root, [...files, ...scenes]);
  expect(await checkChannel(root, join(folder, "example.zip"))).toEqual({ code: 0, says: "" });
  expect(existsSync(join(folder, "example.zip"))).toBe(true);
  const here = files.map(({ path, text }) => ({
    path,
    text:
      path === "manifest" ? text.replace(/understudy_service=.*/, `understudy_service=${demo.sdkUrl}`) : text,
  }));
  const shown = await runChannel(here, "------ Running", "720p");
  const press = (key: string) => shown.page.evaluate((one) => window.brs.sendKeyPress(one, 50), key);
  const watched = async () => {
    // Until the channel is there, nobody hears a key.
    await press("down");
    await press("select");
    const path = "/v2/spaces/cinema/environments/production/events?name=movie/watched";
    return (await demo.api("GET", path)).body.data.length;
  };
  await expect.poll(watched, { interval: 500 }).toBeGreaterThan(0);
  expect(shown.lines.join("\n")).not.toMatch(/BRIGHTSCRIPT|Error/);
  await shown.stop();
  await demo.remove();
});
