import { type AuditEntry, auditEntry } from "../../core/audit.ts";
import { limits } from "../../core/limits.ts";
import { newId } from "../workspace/new-id.ts";

const minute = 60_000;

/** Where the lines are kept; the oldest go by themselves. */
export interface AuditLines {
  append(lines: string): Promise<void>;
  newestFirst(): Promise<readonly string[]>;
}

/** Who did what: one JSON line each. */
export class AuditLog {
  private readonly lines: AuditLines;
  private waiting: string[] = [];
  private writing: Promise<void> | null = null;
  /** Refused requests of this minute: too many of them must not push out what was done. */
  private refusals = { since: 0, count: 0 };

  constructor(lines: AuditLines) {
    this.lines = lines;
  }

  record(entry: Omit<AuditEntry, "id" | "at">): void {
    const now = Date.now();
    if (entry.status >= 400 && !this.mayRefuse(now)) return;
    this.waiting.push(`${JSON.stringify({ id: newId("aud"), at: new Date(now).toISOString(), ...entry })}\n`);
    this.writing ??= this.flush().finally(() => {
      this.writing = null;
    });
  }

  /** Newest first, as far as they are kept. */
  async entries(): Promise<AuditEntry[]> {
    await this.settled();
    return (await this.lines.newestFirst()).flatMap(parsedLine);
  }

  /** Resolves once all that was recorded is written. */
  async settled(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  private mayRefuse(now: number): boolean {
    if (now - this.refusals.since > minute) this.refusals = { since: now, count: 0 };
    this.refusals.count += 1;
    return this.refusals.count <= limits.auditRefusals.value;
  }

  private async flush(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const lines = this.waiting.splice(0).join("");
        await this.lines.append(lines);
      }
    } catch (error) {
      // A full disk must not fail a request that was done; the store reports it.
      process.stderr.write(`The audit log could not be written: ${(error as Error).message}\n`);
    }
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
