import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "../../../src/cli/program.ts";

const leaves = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
const asking = leaves(buildProgram({ exitCode: 0 }, false)).filter((one) =>
  one.options.some(({ description }) => description === "the data folder of the running platform"),
);
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trim();

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

test("the help of every command that asks the platform says how it is found, and by whose token", () => {
  expect(asking.length).toBeGreaterThan(10);
  const said = asking.map((one) => {
    const help = helpOf(one);
    const token = help.includes("operator.")
      ? "operator"
      : help.includes("UNDERSTUDY_TOKEN")
        ? "any"
        : "none";
    return [pathOf(one), help.includes("UNDERSTUDY_PLATFORM_URL"), token];
  });
  const whose = (path: string) =>
    /^(audit|snapshot)/.test(path) ? "operator" : /^log(in|out)$/.test(path) ? "none" : "any";
  expect(said).toEqual(asking.map((one) => [pathOf(one), true, whose(pathOf(one))]));
});
