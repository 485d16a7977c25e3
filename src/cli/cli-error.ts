/** Exit codes of every command; docs/cli.md documents them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Why a command could not do what was asked, in words for the person who ran it. Exit code 1. */
export class CliError extends Error {
  override readonly name = "CliError";
  /** What `--json` adds to the message, e.g. the address of the copy that is in the way. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}
