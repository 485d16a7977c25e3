import { Command, Option } from "commander";
import { version } from "../../package.json";
import type { AdminInviteFlags } from "./commands/admin-invite.ts";
import type { BackupFlags, RestoreFlags } from "./commands/backup.ts";
import type { DoctorFlags } from "./commands/doctor.ts";
import type { ExecFlags } from "./commands/exec.ts";
import type { OpenFlags } from "./commands/open.ts";
import type { ServeFlags } from "./commands/serve.ts";
import type { StoreCopyFlags } from "./commands/store-copy.ts";
import { addEventsCommands } from "./events-commands.ts";
import {
  parseClock,
  parseCommand,
  parseFile,
  parseFolder,
  parseFolderOrStore,
  parseName,
  parsePort,
  parseSeed,
  parseStore,
} from "./flag-values.ts";
import { printAside, withShortValue } from "./output.ts";
import { addProjectCommands, type Outcome } from "./project-commands.ts";
import { addSignInCommands } from "./sign-in-commands.ts";
import { addSnapshotCommands } from "./snapshot-commands.ts";

/** Every command with its flags. What a command does is loaded only when it runs: start-up time is felt each time. */
export function buildProgram(outcome: Outcome, json: boolean): Command {
  const program = new Command("understudy")
    .description("An audience-targeting platform that fits on one desk. Without a command: open.")
    .version(version)
    .exitOverride()
    // `publish --version 3` is not `--version`.
    .enablePositionalOptions()
    .configureOutput({
      writeErr: json ? () => {} : (text) => printAside(withShortValue(text).replace(/\n$/, "")),
    })
    .showHelpAfterError("Run it with --help to see its commands and flags.");

  withServerFlags(
    program.command("open").description("open Understudy: the desktop app, or the server with its console"),
  )
    .option("--headless", "never the desktop app")
    .addOption(new Option("--desktop", "the desktop app, or an error").conflicts("headless"))
    .action(async (flags: OpenFlags) => {
      const { open } = await import("./commands/open.ts");
      outcome.exitCode = await open(flags);
    });

  withServerFlags(program.command("serve").description("run the server until it is stopped"))
    .option(
      "--store <address>",
      "a PostgreSQL database that several servers share, e.g. postgresql://…; instead of --data",
      parseStore,
    )
    .option("--public-url <url>", "the address that others call the platform by, e.g. https://…")
    .option("--public-sdk-url <url>", "the same for the SDK plane, at another host or port")
    .option(
      "--trust-proxy <address>",
      "proxies whose X-Forwarded-* is trusted: addresses or networks, with commas between",
    )
    .option("--listen <address>", "listen on this address of the machine, too; needs a public address")
    .addOption(new Option("--log <form>", "json: a line of JSON for each request").choices(["text", "json"]))
    .addHelpText("after", "UNDERSTUDY_STORE is the same as --store.")
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./commands/serve.ts");
      outcome.exitCode = await serve(flags);
    });

  program
    .command("admin")
    .description("manage servers without a screen")
    .command("invite")
    .description("invite the operator: print an address, and a code that works once")
    .option("--store <address>", "the database that the servers share", parseStore)
    .option("--data <dir>", "the data folder, where there is no database", parseFolder)
    .option("--public-url <url>", "the address that others call the platform by")
    .option("--json", "print it as JSON")
    .action(async (flags: AdminInviteFlags) => {
      const { adminInvite } = await import("./commands/admin-invite.ts");
      outcome.exitCode = await adminInvite(flags);
    });

  program
    .command("store")
    .description("manage the store: a data folder, or a database")
    .command("copy")
    .description("copy all of a data folder into an empty database, or the other way")
    .requiredOption(
      "--from <folder|address>",
      "a data folder that no server uses, or postgresql://…",
      parseFolderOrStore,
    )
    .requiredOption("--to <folder|address>", "an empty database, or a new folder", parseFolderOrStore)
    .option("--json", "print what was copied as JSON")
    .action(async (flags: StoreCopyFlags) => {
      const { storeCopy } = await import("./commands/store-copy.ts");
      outcome.exitCode = await storeCopy(flags);
    });

  program
    .command("exec")
    .description("run a command with a platform of its own, in a folder that is deleted afterwards")
    .argument("<command...>", "the command with its arguments, after --", parseCommand)
    .option("--seed <name|file>", "fill the workspace: demo, premiere, shop, or a seed file", parseSeed)
    .addOption(
      new Option("--snapshot <file>", "begin with a file that `snapshot export` wrote")
        .argParser(parseFile)
        .conflicts("seed"),
    )
    .option("--clock <time>", "freeze the platform's clock at this time", parseClock)
    .option(
      "--space <key>",
      "whose API keys the command gets (default: the seed's Space, or the only one)",
      parseName,
    )
    .option("--keep <dir>", "keep the workspace in this new folder", parseFolder)
    .option("--json", "print errors as JSON")
    .passThroughOptions()
    .addHelpText("after", execHelp)
    .action(async (command: string[], flags: ExecFlags) => {
      const { exec } = await import("./commands/exec.ts");
      outcome.exitCode = await exec(command, flags);
    });

  program
    .command("doctor")
    .description("check this machine and the data folder, changing nothing")
    .option("--data <dir>", "the data folder", parseFolder)
    .option("--json", "print the checks as JSON")
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import("./commands/doctor.ts");
      outcome.exitCode = await doctor(flags);
    });

  program
    .command("backup")
    .description("copy the workspace into a new folder, also while it is in use")
    .argument("<folder>", "the new folder; it is a workspace itself", parseFolder)
    .option("--data <dir>", "the data folder", parseFolder)
    .option("--json", "print what was copied as JSON")
    .action(async (folder: string, flags: BackupFlags) => {
      const { backupCommand } = await import("./commands/backup.ts");
      outcome.exitCode = await backupCommand(folder, flags);
    });

  program
    .command("restore")
    .description("restore a backup in the workspace's place")
    .argument("<folder>", "a folder that backup made", parseFolder)
    .option("--data <dir>", "the data folder", parseFolder)
    .option("--replace", "move aside the workspace that is there")
    .option("--json", "print what was restored as JSON")
    .action(async (folder: string, flags: RestoreFlags) => {
      const { restoreCommand } = await import("./commands/backup.ts");
      outcome.exitCode = await restoreCommand(folder, flags);
    });

  addProjectCommands(program, outcome);
  addEventsCommands(program, outcome);
  addSnapshotCommands(program, outcome);
  addSignInCommands(program, outcome);
  return program;
}

const execHelp = `
The command finds UNDERSTUDY_PLATFORM_URL, UNDERSTUDY_SDK_URL, UNDERSTUDY_TOKEN and, of one Space,
UNDERSTUDY_API_KEY_DEVELOPMENT, _STAGING and _PRODUCTION. Its exit code is passed on.`;

function withServerFlags(command: Command): Command {
  return command
    .option("--data <dir>", "the data folder (default: your system's folder for app data)", parseFolder)
    .option("--port <n>", "the platform's port (default: 4747, or the next free one; 0: any)", parsePort)
    .option("--sdk-port <n>", "the SDK plane's port (default: 4748, or the next free one; 0: any)", parsePort)
    .option("--seed <name|file>", "fill a new workspace: demo, premiere, shop, or a seed file", parseSeed)
    .addOption(
      new Option(
        "--show <scene>",
        "begin the show of a scene: premiere, shop, or one that a Space has",
      ).conflicts("seed"),
    )
    .option("--lan", "open the SDK plane, and nothing else, to the local network")
    .option("--clock <time>", "freeze the platform's clock at this time", parseClock)
    .option("--json", "print one JSON line when it is ready")
    .addHelpText("after", "\nUNDERSTUDY_TOKEN, 16 characters or more, is an owner's token for this run.");
}
