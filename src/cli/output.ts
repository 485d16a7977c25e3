import type { WriteStream } from "node:tty";
import { exitCodes } from "./cli-error.ts";

type Colour = "red" | "green" | "dim";
const codes: Record<Colour, number> = { red: 31, green: 32, dim: 2 };

/** Colours only a terminal, and never under NO_COLOR (no-color.org: any value that is not empty). */
export function paint(text: string, colour: Colour, stream: WriteStream = process.stdout): string {
  return hasColours(stream) ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}

const hasColours = (stream: WriteStream): boolean => stream.isTTY && !process.env.NO_COLOR;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * A text from elsewhere, such as a name, as a part of one line: what would end the line, colour it or turn it around is shown as
 * an escape. For each such text before it is painted or printed, as a finished line does not tell whose line ends and colours it has.
 */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, escaped);

/** Whatever is printed moves no cursor and retitles no terminal. Lines, tabs and, where there are any, our own colours stay. */
const shown = (line: string, stream: WriteStream): string =>
  line.replace(
    /\u001b\[(?:31|32|2|0)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (found) => (hasColours(stream) && found.length > 1 ? found : `${escaped(found)}${found.slice(1)}`),
  );

/** What commander says of a refused value, which it repeats: the beginning of a long one, so that its flag stays in sight. */
export const withShortValue = (said: string): string =>
  said.replace(/((?:argument|value) '[\s\S]{100})[\s\S]*(?=' is invalid)/, "$1…");

/** "1 event", "17,832 events". */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

export function print(line: string): void {
  process.stdout.write(`${shown(line, process.stdout)}\n`);
}

/** For the person at the terminal: never mixed into what a program reads from standard output. */
export function printAside(line: string): void {
  process.stderr.write(`${shown(line, process.stderr)}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** What failed, as `--json` says it on standard error. */
export const errorLine = (message: string, details: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ event: "error", message, ...details });

/** What comes after `--` is another program's. */
export const ownWords = (argv: readonly string[]): readonly string[] =>
  argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);

let noteReaderGone = () => {};
/** Resolves once standard output takes nothing more: nobody reads it (`events tail | head -1`), or its disk is full. */
export const readerGone = new Promise<void>((resolve) => {
  noteReaderGone = resolve;
});

/**
 * A reader that has seen enough (`serve --json | head -1`) must not end the server, nor must a log on a full disk. What standard
 * output could not take otherwise makes the command fail.
 */
export function surviveClosedPipes(): void {
  let told = false;
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    noteReaderGone();
    if (error.code === "EPIPE" || told) return;
    told = true;
    const said = `Standard output takes nothing any more: ${error.message}.`;
    printAside(ownWords(process.argv).includes("--json") ? errorLine(said) : said);
    process.once("exit", () => {
      process.exitCode ||= exitCodes.failed;
    });
  });
}
