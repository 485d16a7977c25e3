import { createStore } from "zustand/vanilla";
import { type Event, metadataPairs } from "../../core/event.ts";
import { inWords, problemOf } from "../api/api-problem.ts";
import { ownFetch } from "../stores/page-secret.ts";

export type ExportFormat = "ndjson" | "csv";
interface ExportState {
  readonly phase: "idle" | "running" | "done" | "failed";
  /** Events read so far. */
  readonly events: number;
  readonly problem: string | null;
}

interface ExportOptions {
  readonly fetcher?: typeof fetch;
  /** Hands the finished file to the person. */
  readonly save: (parts: readonly string[], format: ExportFormat) => void;
}

const idle: ExportState = { phase: "idle", events: 0, problem: null };
const progressEvery = 2000;

/** Reads a whole filtered history and saves it as a file; one at a time, and it can be called off. */
export class EventExport {
  readonly store = createStore<ExportState>(() => idle);
  readonly #options: ExportOptions;
  #stop: AbortController | null = null;

  constructor(options: ExportOptions) {
    this.#options = options;
  }

  async start(address: string, format: ExportFormat): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.store.setState({ ...idle, phase: "running" });
    try {
      const parts = await this.#read(address, format, stop.signal);
      this.#options.save(parts, format);
      this.store.setState({ phase: "done" });
    } catch (error) {
      if (!stop.signal.aborted) this.store.setState({ phase: "failed", problem: inWords(error) });
    }
  }

  cancel(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.store.setState(idle);
  }

  async #read(address: string, format: ExportFormat, signal: AbortSignal): Promise<string[]> {
    const answer = await (this.#options.fetcher ?? ownFetch)(address, { signal });
    if (!answer.ok || answer.body === null) throw await problemOf(answer);
    const parts = format === "csv" ? [csvHead] : [];
    let events = 0;
    for await (const lines of linesOf(answer.body)) {
      signal.throwIfAborted();
      const before = events;
      events += lines.length;
      parts.push(format === "csv" ? lines.map(asCsv).join("") : lines.map((line) => `${line}\n`).join(""));
      if (Math.floor(events / progressEvery) > Math.floor(before / progressEvery))
        this.store.setState({ events });
    }
    this.store.setState({ events });
    return parts;
  }
}

const asCsv = (line: string): string => csvLine(JSON.parse(line) as Event);

/** The whole lines of a body, as they come in. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    const whole = lines.filter((line) => line !== "");
    if (whole.length > 0) yield whole;
    if (done) return;
  }
}

const columns = [
  ...["sequence", "id", "status", "name", "time", "receivedAt", "userId", "anonymousId", "sessionId"],
  ...["experienceId", "key1", "value1", "key2", "value2", "key3", "value3", "source", "sdk", "sdkVersion"],
  ...["problem", "detail"],
];

/** The first line of the file (RFC 4180), behind the mark without which a spreadsheet takes UTF-8 for its own country's letters. */
export const csvHead = `\uFEFF${columns.join(",")}\r\n`;

/** One event as a line. */
export function csvLine(event: Event): string {
  const pairs = metadataPairs(event.metadata);
  const cells = [
    ...[String(event.sequence), event.id, event.status, event.name, event.time, event.receivedAt],
    ...[event.userId, event.anonymousId, event.sessionId, event.experienceId],
    ...[0, 1, 2].flatMap((place) => [pairs[place]?.key, pairs[place]?.value]),
    ...[event.source, event.sdk?.name, event.sdk?.version, event.problem?.code, event.problem?.detail],
  ];
  return `${cells.map((cell) => csvCell(cell ?? "")).join(",")}\r\n`;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front: events come from anybody. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
