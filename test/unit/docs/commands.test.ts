import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "../../../src/cli/program.ts";

const docs = join(import.meta.dirname, "../../../docs");
const guides = readdirSync(docs).filter((name) => name.endsWith(".md"));
const textOf = (guide: string) => readFileSync(join(docs, guide), "utf8");

const { commands } = buildProgram({ exitCode: 0 }, false);
const withParts = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(withParts)];

test("docs/cli.md begins with a table that has every command", () => {
  const table = textOf("cli.md").split("## Exit codes")[0];
  const missing = commands
    .map((one) => one.name())
    .filter((name) => !new RegExp(`\\| .*\`${name}\\b.* \\| `).test(table ?? ""));
  expect(missing).toEqual([]);
});

test("every flag stands in a guide", () => {
  const all = guides.map(textOf).join("\n");
  const flags = commands
    .flatMap(withParts)
    .flatMap((one) => one.options.map(({ long }) => `${one.name()} ${long}`));
  expect(flags.filter((flag) => !all.includes(flag.split(" ")[1] ?? ""))).toEqual([]);
});

test("every code of an error that the command line tells by itself stands in docs/cli.md", () => {
  const cli = join(docs, "../src/cli");
  const sources = readdirSync(cli, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const codes = sources.flatMap((name) =>
    [...readFileSync(join(cli, name), "utf8").matchAll(/\bcode: "([a-z-]+)"/g)].map(([, code = ""]) => code),
  );
  expect(codes).toContain("not-running");
  const told = textOf("cli.md") + textOf("reference/problems.md");
  expect(codes.filter((code) => !told.includes(`\`${code}\``))).toEqual([]);
});
