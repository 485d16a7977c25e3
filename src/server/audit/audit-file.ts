import { appendFile, lstat, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { limits } from "../../core/limits.ts";
import { pageOf } from "../http/page-of.ts";
import { hasSecondName } from "../locator.ts";
import { others, setMode } from "../modes.ts";
import { giveSoleName } from "../sole-name.ts";
import { readBytes } from "../workspace/durable-json-file.ts";
import type { AuditLines, PageQuery } from "./audit-log.ts";

/** Lines in files that only their owner can read; the oldest make room. */
export class AuditFile implements AuditLines {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async append(lines: readonly string[], again: boolean): Promise<void> {
    const there = new Set(again ? await this.newestFirst() : []);
    const missing = lines.filter((line) => !there.has(line));
    await this.makeRoom();
    // What could not be written whole may have left a part of a line.
    if (missing.length > 0)
      await appendFile(this.path, `${again ? "\n" : ""}${missing.join("\n")}\n`, { mode: 0o600 });
  }

  async page(query: PageQuery): Promise<{ data: string[]; next: string | null }> {
    return pageOf(await this.newestFirst(), idOf, query);
  }

  async newestFirst(): Promise<string[]> {
    const found: string[] = [];
    for (let age = 0; age < limits.auditFiles.value; age += 1) {
      const file = await readBytes(dirname(this.path), this.nameOf(age)).catch(() => null);
      for (const line of (file?.bytes.toString("utf8") ?? "").split("\n").reverse())
        if (line !== "") found.push(line);
    }
    return found;
  }

  /** A full file is renamed to be the first older one. One with a second name gets its own content; what is no file is removed. */
  private async makeRoom(): Promise<void> {
    const stats = await lstat(this.path).catch(() => null);
    if (stats === null) return;
    if (!stats.isFile()) return unlink(this.path);
    if (hasSecondName(stats)) await giveSoleName(this.path);
    if ((stats.mode & others) !== 0) await setMode(this.path, 0o600);
    if (stats.size < limits.auditFileBytes.value) return;
    for (let age = limits.auditFiles.value - 1; age > 0; age -= 1)
      await rename(this.nameOf(age - 1), this.nameOf(age)).catch(() => undefined);
  }

  private nameOf(age: number): string {
    return age === 0 ? this.path : `${this.path}.${age}`;
  }
}

/** The id of a line, which begins with it, without reading the rest. */
const idOf = (line: string): string => /^\{"id":"([^"]*)"/.exec(line)?.[1] ?? "";
