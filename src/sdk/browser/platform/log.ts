/** What the page's developer is told. `…Once`: each text once a client, so that nothing floods the console. */
export class Log {
  private readonly said = new Set<string>();

  error(text: string): void {
    console.error(`[understudy] ${text}`);
  }

  warn(text: string): void {
    console.warn(`[understudy] ${text}`);
  }

  errorOnce(text: string): void {
    if (this.isNew(text)) this.error(text);
  }

  warnOnce(text: string): void {
    if (this.isNew(text)) this.warn(text);
  }

  private isNew(text: string): boolean {
    if (this.said.has(text)) return false;
    // A bound: texts may hold what a server said.
    if (this.said.size < 200) this.said.add(text);
    return true;
  }
}
