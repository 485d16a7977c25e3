import { CliError } from "../cli-error.ts";
import { visible } from "../output.ts";

/** Something that can be named by a flag, or picked from a list. */
export interface Choice {
  readonly value: string;
  readonly name: string;
  /** What else names it, e.g. a key. */
  readonly also?: readonly string[];
}

interface Question {
  /** e.g. `Space`. */
  readonly what: string;
  /** e.g. `--space`. */
  readonly flag: string;
  readonly given: string | undefined;
  readonly choices: readonly Choice[];
  readonly mayAsk: boolean;
  /** Taken without asking where nobody can be asked; the first offered where somebody can. */
  readonly preset?: string | undefined;
}

/** What the flag says, the only one there is, or what the person picks. @throws CliError with what there is */
export async function choose({ what, flag, given, choices, mayAsk, preset }: Question): Promise<string> {
  if (given !== undefined) return named(given, what, choices);
  const [only, ...more] = choices;
  if (only === undefined) throw new CliError(`There is no ${what} that you can see.`);
  if (more.length === 0) return only.value;
  if (mayAsk) {
    const { select } = await import("@inquirer/prompts");
    const options = choices.map(({ value, name }) => ({ value, name: visible(name) }));
    return select({ message: what, choices: options, ...(preset === undefined ? {} : { default: preset }) });
  }
  if (preset !== undefined) return preset;
  throw new CliError(`Say which ${what} with ${flag}: ${listed(choices)}.`, { code: "choice-needed" });
}

function named(given: string, what: string, choices: readonly Choice[]): string {
  const found = choices.find(({ value, name, also = [] }) => [value, name, ...also].includes(given));
  if (found !== undefined) return found.value;
  throw new CliError(`There is no ${what} "${given}". Known: ${listed(choices) || "none"}.`, {
    code: "unknown-choice",
  });
}

const listed = (choices: readonly Choice[]): string =>
  choices.map(({ value, also = [] }) => also[0] ?? value).join(", ");
