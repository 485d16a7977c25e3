import type { WriteStream } from "node:tty";

type Colour = "red" | "green" | "dim";
const codes: Record<Colour, number> = { red: 31, green: 32, dim: 2 };

/** Colours only a terminal, and never under NO_COLOR (no-color.org: any value that is not empty). */
export function paint(text: string, colour: Colour, stream: WriteStream = process.stdout): string {
  if (!stream.isTTY || process.env.NO_COLOR) return text;
  return `\u001b[${codes[colour]}m${text}\u001b[0m`;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** For the person at the terminal: never mixed into what a program reads from standard output. */
export function printAside(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A reader that has seen enough (`serve --json | head -1`) must not end the server. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
