import type { Command } from "commander";
import { parseFile, parseName } from "./flag-values.ts";
import { withPlatform } from "./platform-flags.ts";
import type { Outcome } from "./project-commands.ts";

/** Keeping everything as it is, and restoring it. */
export function addSnapshotCommands(program: Command, outcome: Outcome): void {
  const snapshot = program
    .command("snapshot")
    .description("keep everything as it is, restore it, carry it elsewhere: docs/snapshots.md");
  const add = (name: string, what: string) =>
    withPlatform(snapshot.command(name).description(what), "operator");
  const commands = () => import("./commands/snapshot.ts");

  add("save", "keep everything as it is now")
    .option("--name <text>", "its name", parseName, "Saved")
    .action(async (flags) => {
      outcome.exitCode = await (await commands()).saveSnapshot(flags);
    });
  add("list", "the snapshots, newest first").action(async (flags) => {
    outcome.exitCode = await (await commands()).listSnapshots(flags);
  });
  add("restore", "restore everything; what is there now is kept as a snapshot")
    .argument("[snapshot]", "its id or name (default: the newest that somebody saved)", parseName)
    .action(async (which: string | undefined, flags) => {
      outcome.exitCode = await (await commands()).restoreSnapshot(which, flags);
    });
  add("export", "write a snapshot into one file")
    .argument("<file>", "the new file", parseFile)
    .option("--snapshot <id>", "the snapshot, by id or name (default: everything as it is now)", parseName)
    .action(async (file: string, flags) => {
      outcome.exitCode = await (await commands()).exportSnapshot(file, flags);
    });
  add("import", "import a snapshot's file; then `restore` it by its id")
    .argument("<file>", "a file that export wrote", parseFile)
    .action(async (file: string, flags) => {
      outcome.exitCode = await (await commands()).importSnapshot(file, flags);
    });
}
