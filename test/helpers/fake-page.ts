import { afterEach, beforeEach, vi } from "vitest";
import type { TrackedEvent } from "../../src/sdk/browser/events/tracked-event.ts";
import type { FallbackState, Fallbacks } from "../../src/sdk/browser/types.ts";

/** What the fake service was asked. `body`: its JSON. */
export interface Asked {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly keepalive: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Text instead of JSON. */
  readonly text?: string;
  /** Milliseconds until it comes. */
  readonly after?: number;
}

/** Answers one request; null: the network fails. */
export type Answering = (asked: Asked) => Reply | null;

export const state = (headline: string, enabled = true): FallbackState => ({ enabled, data: { headline } });

export const fallbacks: Fallbacks = {
  space: "cinema",
  revision: 3,
  states: {
    banner: state("fallback"),
    promo: state("fallback"),
    body: { enabled: true, data: {}, children: [{ id: "promo", typeId: "hero" }] },
  },
};

export const started = (states: object, id = "ses_1"): Reply => ({
  status: 201,
  body: {
    session: { id, user: { id: "u", anonymous: false }, environment: "development", startedAt: "" },
    revision: 4,
    states,
    tribes: [],
  },
});
export const accepted: Reply = { status: 202, body: { accepted: 1, rejected: [] } };

/** A browser's page and the service that it talks to, both pretended: time stands still until a test moves it. */
export class FakePage {
  readonly asked: Asked[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly stored = new Map<string, string>();
  readonly listeners = new Map<string, Set<(event: object) => void>>();
  /** What the service says to `POST /sdk/v1/sessions`, `GET …/states`, `POST /sdk/v1/events`. */
  onStart: Answering = () => started({});
  onStates: Answering = () => ({ status: 304 });
  onEvents: Answering = () => accepted;
  visibility = "visible";
  /** How many requests have no answer yet. */
  waiting = 0;

  readonly storage = {
    getItem: (name: string) => this.stored.get(name) ?? null,
    setItem: (name: string, text: string) => void this.stored.set(name, text),
    removeItem: (name: string) => void this.stored.delete(name),
    key: (at: number) => [...this.stored.keys()][at] ?? null,
  };

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const method = init.method ?? "GET";
    const asked: Asked = {
      at: Date.now(),
      method,
      path: pathname,
      query: searchParams,
      headers: new Headers(init.headers),
      keepalive: init.keepalive === true,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    this.asked.push(asked);
    const reply = this.answering(asked)(asked);
    this.waiting += 1;
    await new Promise((resolve, reject) => {
      setTimeout(resolve, reply?.after ?? 1);
      init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    }).finally(() => {
      this.waiting -= 1;
    });
    if (reply === null) throw new TypeError("Failed to fetch");
    const text = reply.text ?? (reply.body === undefined ? null : JSON.stringify(reply.body));
    return new Response(text, { status: reply.status, headers: reply.headers ?? {} });
  };

  /** The events that were sent, in order, with every repetition. */
  get sent(): TrackedEvent[] {
    return this.asked.filter(({ path }) => path === "/sdk/v1/events").flatMap(({ body }) => body.events);
  }

  /** What was asked of this path. */
  to(path: RegExp): Asked[] {
    return this.asked.filter((asked) => path.test(asked.path));
  }

  fire(type: string, event: object = {}): void {
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(event);
  }

  hide(): void {
    this.visibility = "hidden";
    this.fire("visibilitychange");
  }

  install(): void {
    vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00Z") });
    const listen = (type: string, listener: (event: object) => void) => {
      this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
    };
    const visible = () => this.visibility;
    const { stored } = this;
    Object.defineProperty(this.storage, "length", { get: () => stored.size });
    vi.stubGlobal("fetch", this.fetch);
    vi.stubGlobal("localStorage", this.storage);
    vi.stubGlobal("addEventListener", listen);
    vi.stubGlobal("document", {
      addEventListener: listen,
      get visibilityState() {
        return visible();
      },
    });
    vi.spyOn(console, "error").mockImplementation((text) => void this.errors.push(String(text)));
    vi.spyOn(console, "warn").mockImplementation((text) => void this.warnings.push(String(text)));
  }

  private answering({ method, path }: Asked): Answering {
    if (path === "/sdk/v1/events") return this.onEvents;
    return method === "POST" ? this.onStart : this.onStates;
  }
}

/** A fake page for each test of a file: `page()` is the current one. */
export function fakePageForEach(): () => FakePage {
  let current = new FakePage();
  beforeEach(() => {
    current = new FakePage();
    current.install();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return () => current;
}

/** Lets `ms` go by, and all that is due in it happen. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
