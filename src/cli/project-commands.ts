import { type Command, Option } from "commander";
import { publicationCreate } from "../core/publication.ts";
import type { PublishFlags } from "./commands/publish.ts";
import type { SetupFlags } from "./commands/setup.ts";
import type { TestFlags } from "./commands/test.ts";
import type { UpdateFlags } from "./commands/update.ts";
import {
  parseAs,
  parseContent,
  parseEnvironment,
  parseFile,
  parseFolder,
  parseName,
  parseReference,
  parseVersion,
} from "./flag-values.ts";
import { withPlatform, withSpace } from "./platform-flags.ts";

export interface Outcome {
  exitCode: number;
}

/** The commands that a developer runs in a project of their own. Each calls a platform that runs already. */
export function addProjectCommands(program: Command, outcome: Outcome): void {
  withPlatformFlags(
    program.command("setup").description("set a project up: understudy.yaml and its first code"),
  )
    .option("--org <id>", "the organization, by id or name", parseName)
    .option("--space <id>", "the Space, by id or key", parseName)
    .option("--platform <name>", "what the code is for, e.g. browser")
    .option("--lang <name>", "its language, e.g. typescript (default: what the project is in)")
    .option("--out <dir>", "the folder for generated code, below the project's")
    .option("--start", "start a platform where none runs")
    .option(
      "--force",
      "replace an understudy.yaml that is another Space's or not valid, and overwrite edited files",
    )
    .addHelpText("after", "\nAsks for what the flags leave open, on a terminal.")
    .action(async (flags: SetupFlags) => {
      const { setup } = await import("./commands/setup.ts");
      outcome.exitCode = await setup(flags);
    });

  withPlatformFlags(program.command("update").description("write the project's generated code anew"))
    .option("--check", "write nothing; end with 1, and the differences, where it is not up to date")
    .addOption(
      new Option("--watch", "write it again on each change of the Space, until Ctrl-C").conflicts("check"),
    )
    .addOption(new Option("--force", "overwrite files that were edited").conflicts("check"))
    .action(async (flags: UpdateFlags) => {
      const { update } = await import("./commands/update.ts");
      outcome.exitCode = await update(flags);
    });

  withSpaceFlags(program.command("publish").description("publish a Collection to an environment"))
    .requiredOption("--collection <id>", "the Collection, by id or key", parseReference)
    .requiredOption("--environment <name>", "development, staging or production", parseEnvironment)
    .option("--dry-run", "publish nothing; say what would change, and for whom")
    .option("--from <name>", "promote what this environment serves", parseEnvironment)
    .addOption(
      new Option("--version <n>", "bring this earlier version back")
        .argParser(parseVersion)
        .conflicts("from"),
    )
    .option("--note <text>", "a note for the history", parseAs(publicationCreate.shape.note))
    .action(async (flags: PublishFlags) => {
      const { publish } = await import("./commands/publish.ts");
      outcome.exitCode = await publish(flags);
    });

  withSpaceFlags(program.command("test").description("run the Space's personas; end with 1 where one fails"))
    .option("--environment <name>", "development, staging or production", parseEnvironment, "development")
    .option("--content <which>", "published, or draft", parseContent, "published")
    .option("--junit <file>", "write a report for CI, as JUnit's XML", parseFile)
    .action(async (flags: TestFlags) => {
      const { test } = await import("./commands/test.ts");
      outcome.exitCode = await test(flags);
    });
}

const withSpaceFlags = (command: Command): Command => withPlatform(withSpace(command));
const withPlatformFlags = (command: Command): Command =>
  withPlatform(command.option("--project <dir>", "the project's folder (default: here)", parseFolder));
