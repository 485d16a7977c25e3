import { connect, Engine } from "./engine.ts";
import { Session } from "./session.ts";
import type { Setting } from "./settings.ts";
import type { Fallbacks } from "./types.ts";

/** `apiKey`: that of the target environment, from the Space's settings. */
export interface ClientOptions {
  readonly apiKey?: string | null | undefined;
  readonly fallbacks: Fallbacks;
}

/**
 * One Space as the page sees it. Its settings are assigned directly; a value that can't be is told by one console.error,
 * and the old one stays. Nothing here throws, and nothing is sent before `session.start()`.
 */
export class Client {
  /** The page's session with the Space. */
  readonly session: Session;
  private readonly engine: Engine;

  constructor(options: ClientOptions) {
    this.engine = new Engine(options?.fallbacks);
    connect(this, this.engine);
    this.session = new Session(this.engine);
    if (options?.apiKey !== undefined) this.apiKey = options.apiKey;
  }

  /** The environment's API key; may be assigned until the session starts. Without one fallbacks are served and nothing is sent. */
  get apiKey(): string | null {
    return this.engine.settings.apiKey;
  }
  set apiKey(value: string | null) {
    this.assign("apiKey", value);
  }

  /** Where the SDK plane answers; "http://127.0.0.1:4748" by default. May be assigned until the session starts. */
  get serviceUrl(): string {
    return this.engine.settings.serviceUrl;
  }
  set serviceUrl(value: string) {
    this.assign("serviceUrl", value);
  }

  /** True by default: what the page has read stays the same for the session. False: it changes live. Takes effect at once. */
  get sessionLock(): boolean {
    return this.engine.settings.sessionLock;
  }
  set sessionLock(value: boolean) {
    if (this.assign("sessionLock", value)) this.engine.onLockChanged();
  }

  /** The longest wait for the first answer, in ms, before fallbacks are served; 2000 by default. Takes effect at once. */
  get waitTimeMsec(): number {
    return this.engine.settings.waitTimeMsec;
  }
  set waitTimeMsec(value: number) {
    if (this.assign("waitTimeMsec", value)) this.engine.runner.onWaitChanged();
  }

  private assign<Name extends keyof Setting>(name: Name, value: Setting[Name]): boolean {
    return this.engine.settings.assign(name, value);
  }
}
