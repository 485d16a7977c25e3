import { Command } from "commander";
import { expect, it } from "vitest";
import { addEventsCommands } from "../../../src/cli/events-commands.ts";

it.each([
  ["tail", true],
  ["export", true],
  ["replay", false],
])("events %s finds by --status: %s, as the platform does", (name, want) => {
  const program = new Command();
  addEventsCommands(program, { exitCode: 0 });
  const command = program.commands[0]?.commands.find((one) => one.name() === name);
  expect(command?.options.map(({ long }) => long)).toContain("--where");
  expect(command?.options.some(({ long }) => long === "--status")).toBe(want);
});
