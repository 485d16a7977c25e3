import type { Log } from "./platform/log.ts";

/** What may be assigned on the client. */
export interface Setting {
  apiKey: string | null;
  serviceUrl: string;
  sessionLock: boolean;
  waitTimeMsec: number;
}

interface Rule {
  readonly wanted: string;
  readonly accepts: (value: unknown) => boolean;
  /** It decides where a session goes, so a session that has started keeps it. */
  readonly untilStart: boolean;
}

/** The longest delay that a browser's timer takes, in ms. */
const longestWait = 2 ** 31 - 1;

const rules: Readonly<Record<keyof Setting, Rule>> = {
  apiKey: {
    wanted: "a key as the Space's settings show it, or null",
    accepts: (value) => value === null || (typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value)),
    untilStart: true,
  },
  serviceUrl: {
    wanted: 'an http or https address without "?" and "#"',
    accepts: isServiceUrl,
    untilStart: true,
  },
  sessionLock: {
    wanted: "true or false",
    accepts: (value) => typeof value === "boolean",
    untilStart: false,
  },
  waitTimeMsec: {
    wanted: `a whole number of milliseconds from 0 to ${longestWait}`,
    accepts: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= longestWait,
    untilStart: false,
  },
};

function isServiceUrl(value: unknown): boolean {
  // What is not said is left out by URL, such as an empty query; paths are put behind it.
  if (typeof value !== "string" || !/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(value)) return false;
  try {
    return new URL(value).host !== "";
  } catch {
    return false;
  }
}

/** The client's settings. A wrong value changes nothing: the page must not break because of us. */
export class Settings {
  private readonly values: Setting = {
    apiKey: null,
    serviceUrl: "http://127.0.0.1:4748",
    sessionLock: true,
    waitTimeMsec: 2000,
  };
  private readonly log: Log;
  private started = false;

  constructor(log: Log) {
    this.log = log;
  }

  get apiKey(): string | null {
    return this.values.apiKey;
  }
  get serviceUrl(): string {
    return this.values.serviceUrl;
  }
  get sessionLock(): boolean {
    return this.values.sessionLock;
  }
  get waitTimeMsec(): number {
    return this.values.waitTimeMsec;
  }

  /** Sets one, and gives whether it is another value now; a wrong one is logged as an error. */
  assign<Name extends keyof Setting>(name: Name, value: Setting[Name]): boolean {
    const { accepts, wanted, untilStart } = rules[name];
    const clean = (
      name === "serviceUrl" && accepts(value) ? String(value).replace(/\/+$/, "") : value
    ) as Setting[Name];
    if (!accepts(value)) this.log.error(`client.${name} must be ${wanted}; it stays as it was.`);
    else if (clean === this.values[name]) return false;
    else if (untilStart && this.started)
      this.log.error(`client.${name} may be assigned until the session starts; it stays as it was.`);
    else {
      this.values[name] = clean;
      return true;
    }
    return false;
  }

  /** From now on the session's address and key stay. */
  onStart(): void {
    this.started = true;
  }
}
