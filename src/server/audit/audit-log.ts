import { type AuditEntry, auditEntry } from "../../core/audit.ts";
import { limits } from "../../core/limits.ts";
import { newId } from "../workspace/new-id.ts";

const minute = 60_000;
/** How long lines that could not be written wait for the next try, in ms, and how many may wait; the oldest make room. */
const pause = 1_000;
const mostWaiting = 10_000;

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Where the lines are kept; the oldest go by themselves. */
export interface AuditLines {
  /** `again`: these could not be written before, as far as is known; those that are there are not doubled. */
  append(lines: readonly string[], again: boolean): Promise<void>;
  /** Newest first. @throws Problem invalid-query where the cursor is not one of these pages */
  page(query: PageQuery): Promise<{ readonly data: readonly string[]; readonly next: string | null }>;
}

/** Who did what: one JSON line each. */
export class AuditLog {
  private readonly lines: AuditLines;
  private readonly now: () => number;
  private waiting: string[] = [];
  /** Who is told once what waits was tried to be written. */
  private toTell: (() => void)[] = [];
  private writing: Promise<void> | null = null;
  private later: NodeJS.Timeout | null = null;
  /** Whether the last try failed: what waits may be there in part. */
  private hasFailed = false;
  /** Refused requests of this minute: too many of them must not push out what was done. */
  private refusals = { since: 0, count: 0 };

  /** `now`: the real time, in ms UTC. */
  constructor(lines: AuditLines, now: () => number = Date.now) {
    this.lines = lines;
    this.now = now;
  }

  /** `onWritten`: called once the line is written, or can't be written now. Of refusals that nobody waits for some are left out. */
  record(entry: Omit<AuditEntry, "id" | "at">, onWritten?: () => void): void {
    const now = this.now();
    if (entry.status >= 400 && onWritten === undefined && !this.mayRefuse(now)) return;
    this.waiting.push(JSON.stringify({ id: newId("aud"), at: new Date(now).toISOString(), ...entry }));
    if (this.later === null) {
      if (onWritten !== undefined) this.toTell.push(onWritten);
      this.write();
      return;
    }
    if (this.waiting.length > mostWaiting) this.waiting.shift();
    onWritten?.();
  }

  /** Resolves once the line is written, or can't be written now: whoever is answered then finds it in the log. */
  written(entry: Omit<AuditEntry, "id" | "at">): Promise<void> {
    return new Promise((resolve) => this.record(entry, resolve));
  }

  /** The same of what was done or refused: a refusal is not waited for. */
  async tried(entry: Omit<AuditEntry, "id" | "at">): Promise<void> {
    if (entry.status >= 400) this.record(entry);
    else await this.written(entry);
  }

  /** Newest first, as far as they are kept. */
  async page(query: PageQuery): Promise<{ data: AuditEntry[]; next: string | null }> {
    await this.settled();
    const { data, next } = await this.lines.page(query);
    return { data: data.flatMap(parsedLine), next };
  }

  /** Resolves once all that was recorded is written, or can't be written now. */
  async settled(): Promise<void> {
    this.write();
    while (this.writing !== null) await this.writing;
  }

  private write(): void {
    if (this.writing !== null || this.waiting.length === 0) return;
    if (this.later !== null) clearTimeout(this.later);
    this.later = null;
    this.writing = this.flush();
  }

  private mayRefuse(now: number): boolean {
    if (Math.abs(now - this.refusals.since) > minute) this.refusals = { since: now, count: 0 };
    this.refusals.count += 1;
    return this.refusals.count <= limits.auditRefusals.value;
  }

  /** Ends in the same turn as its last look at what waits, so that a later line begins another. */
  private async flush(): Promise<void> {
    while (this.waiting.length > 0 && (await this.tryToAppend(this.waiting.splice(0))));
    this.writing = null;
    if (!this.hasFailed) return;
    this.later = setTimeout(() => this.write(), pause).unref();
    for (const tell of this.toTell.splice(0)) tell();
  }

  /** Writes these lines, and says so; false where they can't be written, and wait. */
  private async tryToAppend(lines: readonly string[]): Promise<boolean> {
    const toTell = this.toTell.splice(0);
    try {
      await this.lines.append(lines, this.hasFailed);
      this.hasFailed = false;
    } catch (error) {
      // A full disk must not fail a request that was done; the store reports it.
      if (!this.hasFailed)
        process.stderr.write(
          `The audit log could not be written: ${(error as Error).message.replace(/\.$/, "")}. It is tried again.\n`,
        );
      this.hasFailed = true;
      this.waiting = [...lines, ...this.waiting].slice(-mostWaiting);
    }
    for (const tell of toTell) tell();
    return !this.hasFailed;
  }
}

/** A line that was cut off, or edited, is left out. */
function parsedLine(line: string): AuditEntry[] {
  try {
    return [auditEntry.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
