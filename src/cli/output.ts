import type { WriteStream } from "node:tty";
import { exitCodes } from "./cli-error.ts";

type Colour = "red" | "green" | "dim";
const codes: Record<Colour, number> = { red: 31, green: 32, dim: 2 };

/** Colours only a terminal, and never under NO_COLOR (no-color.org: any value that is not empty). */
export function paint(text: string, colour: Colour, stream: WriteStream = process.stdout): string {
  if (!stream.isTTY || process.env.NO_COLOR) return text;
  return `\u001b[${codes[colour]}m${text}\u001b[0m`;
}

/**
 * Names come from anywhere: characters that move the cursor, colour or retitle a terminal are printed as escapes. Our own
 * colours stay.
 */
const shown = (line: string): string =>
  line.replace(
    /\u001b\[(?:31|32|2|0)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (found) => (found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );

export function print(line: string): void {
  process.stdout.write(`${shown(line)}\n`);
}

/** For the person at the terminal: never mixed into what a program reads from standard output. */
export function printAside(line: string): void {
  process.stderr.write(`${shown(line)}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

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
    printAside(`Standard output takes nothing any more: ${error.message}.`);
    process.once("exit", () => {
      process.exitCode ||= exitCodes.failed;
    });
  });
}
