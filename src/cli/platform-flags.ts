import type { Command } from "commander";
import { parseFolder, parseReference } from "./flag-values.ts";

/** As whom a command asks the platform: whoever is signed in, its operator alone, or nobody yet. */
const tokens = {
  signedIn: "; UNDERSTUDY_TOKEN the token for it, else it is that of `understudy login`",
  operator: "; UNDERSTUDY_TOKEN an owner's token of the workspace's operator",
  nobody: "",
} as const;

/** What every command has that asks for a Space's things. */
export const withSpace = (command: Command): Command =>
  command
    .option(
      "--space <id>",
      "the Space, by id or key (default: that of understudy.yaml, or the only one)",
      parseReference,
    )
    .option("--project <dir>", "the project's folder (default: here)", parseFolder);

/** What every command has that asks the running platform. */
export const withPlatform = (command: Command, as: keyof typeof tokens = "signedIn"): Command =>
  command
    .option("--data <dir>", "the data folder of the running platform", parseFolder)
    .option("--json", "print the output as JSON")
    .addHelpText(
      "after",
      `\nUNDERSTUDY_PLATFORM_URL is the platform's address, else it is that of the copy that runs here${tokens[as]}.`,
    );
