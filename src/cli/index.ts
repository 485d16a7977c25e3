import { type Command, CommanderError } from "commander";
import { CliError, exitCodes, isOfWorkingFolder } from "./cli-error.ts";
import { askLoopbackDirectly } from "./no-proxy.ts";
import { refuseOrgSecret } from "./org-secret.ts";
import { errorLine, ownWords, printAside, surviveClosedPipes, withShortValue } from "./output.ts";
import { buildProgram } from "./program.ts";

surviveClosedPipes();
askLoopbackDirectly(process.env);

/**
 * Runs one command line, without `node` and the script's name.
 *
 * @returns the exit code: 0 done, 1 could not be done, 2 not understood, 130 stopped at a question
 */
export async function main(argv: readonly string[]): Promise<number> {
  const own = ownWords(argv);
  const json = own.includes("--json");
  const outcome = { exitCode: exitCodes.done as number };
  try {
    refuseOrgSecret(own, {});
    const program = buildProgram(outcome, json);
    await program.parseAsync(withHelpLast(program, withDefaultCommand(argv)), { from: "user" });
    return outcome.exitCode;
  } catch (error) {
    return report(error, json);
  }
}

/** `open` where no command is named, so that `understudy --port 0` works and an unknown command is still noticed. */
function withDefaultCommand(argv: readonly string[]): string[] {
  const [first] = argv;
  const global = ["-h", "--help", "-V", "--version"];
  const named = first !== undefined && (!first.startsWith("-") || global.includes(first));
  return named ? [...argv] : ["open", ...argv];
}

/** `help a b` is `a b --help`. Of a command that there is not no help is asked, so that it is said that there is none. */
function withHelpLast(program: Command, argv: readonly string[]): string[] {
  const named: string[] = [];
  let command = program;
  let help = false;
  for (const word of argv) {
    if (help && word === "--") continue;
    if (command.commands.length === 0 || word.startsWith("-")) break;
    if (word === "help") help = true;
    else {
      named.push(word);
      const next = command.commands.find((one) => one.name() === word);
      if (next === undefined) return named;
      command = next;
    }
  }
  return help ? [...named, "--help"] : [...argv];
}

function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return reportUsage(error, json);
  if (isStoppedQuestion(error)) {
    printAside("Stopped before anything was changed.");
    return exitCodes.interrupted;
  }
  const message = inWords(error);
  const details = error instanceof CliError ? error.details : {};
  printAside(json ? errorLine(message, details) : message);
  return exitCodes.failed;
}

function inWords(error: unknown): string {
  if (error instanceof CliError || isStartError(error) || isOfFiles(error)) return error.message;
  if (isOfWorkingFolder(error))
    return "The folder that this was called in is gone, or may not be looked at. Change to another.";
  return `Understudy failed unexpectedly: ${stackOf(error)}`;
}

/** Commander has said what is wrong (unless it is to be one JSON line); its help and version end here too. */
function reportUsage(error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return exitCodes.done;
  if (json) printAside(errorLine(withShortValue(error.message).replace(/^error: /, "")));
  // A known flag with a wrong value is no usage error: the command was understood.
  return error.code === "commander.invalidArgument" ? exitCodes.failed : exitCodes.usage;
}

/** By name: importing the class would load the whole server before anything is said. */
function isStartError(error: unknown): error is Error {
  return error instanceof Error && error.name === "StartError";
}

/** What the system says of a file has its name and why: a person can act on it. */
const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "path" in error;

/** Ctrl-C while a question was asked. By name, for the same reason. */
function isStoppedQuestion(error: unknown): boolean {
  return error instanceof Error && error.name === "ExitPromptError";
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
