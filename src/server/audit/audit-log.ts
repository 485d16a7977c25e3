import { appendFile, chmod, lstat, readFile, rename, unlink } from "node:fs/promises";
import { type AuditEntry, auditEntry } from "../../core/audit.ts";
import { limits } from "../../core/limits.ts";
import { newId } from "../workspace/new-id.ts";

const minute = 60_000;

/** Who did what: one JSON line each, in a file that only its owner reads, which makes room for itself. */
export class AuditLog {
  private readonly path: string;
  private waiting: string[] = [];
  private writing: Promise<void> | null = null;
  /** Refusals of this minute: whoever is refused must not push out what was done. */
  private refusals = { since: 0, count: 0 };

  constructor(path: string) {
    this.path = path;
  }

  record(entry: Omit<AuditEntry, "id" | "at">): void {
    const now = Date.now();
    if (entry.status >= 400 && !this.mayRefuse(now)) return;
    this.waiting.push(`${JSON.stringify({ id: newId("aud"), at: new Date(now).toISOString(), ...entry })}\n`);
    this.writing ??= this.flush().finally(() => {
      this.writing = null;
    });
  }

  /** Newest first, as far as the files reach. */
  async entries(): Promise<AuditEntry[]> {
    await this.settled();
    const found: AuditEntry[] = [];
    for (let age = 0; age < limits.auditFiles.value; age += 1) {
      const text = await readFile(this.nameOf(age), "utf8").catch(() => "");
      found.push(...text.split("\n").flatMap(parsedLine).reverse());
    }
    return found;
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
        await this.makeRoom();
        await appendFile(this.path, lines, { mode: 0o600 });
      }
    } catch (error) {
      // A full disk is told by what could not be stored; what was done is done.
      process.stderr.write(`The audit log could not be written: ${(error as Error).message}\n`);
    }
  }

  /** A file that is full becomes the first older one; what is no plain file is not ours, and goes. */
  private async makeRoom(): Promise<void> {
    const stats = await lstat(this.path).catch(() => null);
    if (stats === null) return;
    if (!stats.isFile()) return unlink(this.path);
    if ((stats.mode & 0o077) !== 0) await chmod(this.path, 0o600);
    if (stats.size < limits.auditFileBytes.value) return;
    for (let age = limits.auditFiles.value - 1; age > 0; age -= 1)
      await rename(this.nameOf(age - 1), this.nameOf(age)).catch(() => undefined);
  }

  private nameOf(age: number): string {
    return age === 0 ? this.path : `${this.path}.${age}`;
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
