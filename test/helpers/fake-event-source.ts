/** An EventSource that a test plays the server of. */
export class FakeEventSource {
  static opened: FakeEventSource[] = [];
  readonly url: string;
  readyState = 0;
  private readonly listeners: [string, (event: object) => void][] = [];

  constructor(url: string) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  static get last(): FakeEventSource {
    const last = FakeEventSource.opened[FakeEventSource.opened.length - 1];
    if (last === undefined) throw new Error("no stream was opened");
    return last;
  }

  /** Those that are open still. */
  static get alive(): FakeEventSource[] {
    return FakeEventSource.opened.filter(({ readyState }) => readyState !== 2);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.push([type, listener]);
  }

  close(): void {
    this.readyState = 2;
  }

  /** The connection stands, and its first message comes. */
  connects(revision = 4): void {
    this.readyState = 1;
    this.fire("open", {});
    this.says(revision, []);
  }

  says(revision: number, changed: readonly string[]): void {
    this.fire("states", { data: JSON.stringify({ revision, changed }) });
  }

  /** `forGood`: the browser does not try again. */
  fails(forGood = false): void {
    this.readyState = forGood ? 2 : 0;
    this.fire("error", {});
  }

  private fire(type: string, event: object): void {
    for (const [wanted, listener] of this.listeners) if (wanted === type) listener(event);
  }
}
