import { platformApi, routePath } from "../../core/api.ts";
import { CliError, exitCodes, whyCut } from "../cli-error.ts";
import { type EventFlags, place, queryOf } from "../events/event-flags.ts";
import { counted, paint, print, printAside, printJson } from "../output.ts";
import { listenForEnd } from "../stop-signals.ts";
import { writeWhole } from "../write-whole.ts";

interface ExportFlags extends EventFlags {
  readonly out?: string;
}

/**
 * Writes every kept event that the filters find, the oldest first, one a line. A file is written whole or not at all. What was
 * stopped says so, but where a reader has seen enough.
 */
export async function exportEvents({ out, json, ...flags }: ExportFlags): Promise<number> {
  const { client, params } = await place(flags);
  const path = `${routePath(platformApi.exportEvents.path, params)}?${queryOf(flags.filters)}`;
  const stop = listenForEnd();
  const cut = new AbortController();
  void stop.first.then(() => cut.abort());
  const left = out === undefined ? "The output is incomplete" : "No file was written";
  const stopped = (): number => {
    if (out === undefined && stop.isReaderGone()) return exitCodes.done;
    printAside(`Stopped. ${left}.`);
    return exitCodes.interrupted;
  };
  try {
    const response = await client.open(platformApi.exportEvents, path, { signal: cut.signal });
    const lines = response.body ?? emptyBody();
    if (out === undefined) {
      const isWhole = await Promise.race([printAll(lines).then(() => true), stop.first.then(() => false)]);
      return isWhole ? exitCodes.done : stopped();
    }
    const held = new LineCount(lines);
    await writeWhole(held.chunks(), out, cut.signal);
    if (json) printJson({ file: out, events: held.lines });
    else print(`${paint("✓", "green")} ${out} holds ${counted(held.lines, "event")}.`);
    return exitCodes.done;
  } catch (error) {
    if (stop.came()) return stopped();
    if (error instanceof CliError) throw error;
    throw new CliError(`The export broke off: ${whyCut(error)}. ${left}.`);
  } finally {
    cut.abort();
    stop.release();
  }
}

/** Counts the lines of what passes through. */
class LineCount {
  lines = 0;
  private readonly source: AsyncIterable<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source;
  }

  async *chunks(): AsyncIterable<Uint8Array> {
    for await (const chunk of this.source) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.lines += 1;
      yield chunk;
    }
  }
}

async function* emptyBody(): AsyncIterable<Uint8Array> {}

async function printAll(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // A reader that has gone must not hold it up.
  for await (const chunk of chunks)
    await new Promise<void>((resolve) => process.stdout.write(chunk, () => resolve()));
}
