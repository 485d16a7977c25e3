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
  /** Of what, e.g. ` for browser`. */
  readonly of?: string;
  /** e.g. `--space`. */
  readonly flag: string;
  readonly given: string | undefined;
  readonly choices: readonly Choice[];
  readonly mayAsk: boolean;
  /** Taken without asking where nobody can be asked; the first offered where somebody can. */
  readonly preset?: string | undefined;
  /** Why that is preset, in words. */
  readonly because?: string | null;
}

/** What the flag says, the only one there is, or what the person picks. @throws CliError with what there is */
export async function choose(question: Question): Promise<string> {
  const { what, of = "", flag, given, choices, mayAsk, preset, because = null } = question;
  if (given !== undefined) return named(given, question);
  const [only, ...more] = choices;
  if (only === undefined) throw new CliError(`There is no ${what} that you can see.`);
  if (more.length === 0) return only.value;
  if (mayAsk) {
    const { select } = await import("@inquirer/prompts");
    const options = choices.map(({ value, name }) => ({ value, name: visible(name) }));
    const message = `${what}${of}${because === null ? "" : ` (${because})`}`;
    return select({ message, choices: options, ...(preset === undefined ? {} : { default: preset }) });
  }
  if (preset !== undefined) return preset;
  throw new CliError(`Say which ${what}${of} with ${flag}: ${listed(choices)}.`, { code: "choice-needed" });
}

function named(given: string, { what, of = "", flag, choices }: Question): string {
  const found = choices.find(({ value, also = [] }) => [value, ...also].includes(given));
  if (found !== undefined) return found.value;
  const [first, ...others] = choices.filter(({ name }) => name === given);
  if (first !== undefined && others.length === 0) return first.value;
  if (first !== undefined)
    throw new CliError(
      `There is more than one ${what} "${given}". Say which with ${flag}: ${listed([first, ...others])}.`,
      { code: "choice-needed" },
    );
  throw new CliError(`There is no ${what} "${given}"${of}. Known: ${listed(choices) || "none"}.`, {
    code: "unknown-choice",
  });
}

const listed = (choices: readonly Choice[]): string =>
  choices
    .map(
      ({ value, name, also: [key] = [] }) =>
        key ?? (isSaid(value, name) ? value : `${value} (${visible(name)})`),
    )
    .join(", ");

/** Whether the value says the name already; an organization's is an id that says nothing. */
const isSaid = (value: string, name: string): boolean => value === name.toLowerCase();
