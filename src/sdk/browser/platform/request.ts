import { backoff } from "./backoff.ts";

/** What came of a request: an answer of the server, or nothing (offline, blocked, too slow, refused by CORS). */
export type Outcome = {
  /** What was asked, without the key. */
  readonly address: string;
} & (
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly etag: string | null;
      /** How long the server asks to wait, in ms; 0 where it doesn't. */
      readonly retryAfterMs: number;
      /** The JSON, or undefined where it is none. */
      readonly body: unknown;
    }
  | { readonly kind: "unreachable" }
);

interface RequestOptions {
  readonly method?: "GET" | "POST";
  /** Sent as text/plain, which needs no preflight; the server reads JSON under any type. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request outlives the page; for bodies under 64 KB. */
  readonly keepalive?: boolean;
}

/** An answer's status where it is a redirect, of which the browser tells no more. */
const redirected = 0;

/** The longest that a request may take, in ms. */
const timeoutMs = 30_000;

/**
 * Sends a request without cookies. Never rejects. No redirect is followed: the service is where it is said to be, and what followed one
 * might be asked by GET. `stop` calls it off.
 */
export async function request(
  url: string,
  options: RequestOptions = {},
  stop = new AbortController(),
): Promise<Outcome> {
  const address = url.replace(/\?.*/, "");
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const { signal } = stop;
    const response = await fetch(url, { ...options, credentials: "omit", redirect: "manual", signal });
    return {
      address,
      kind: "answer",
      status: response.status,
      etag: response.headers.get("etag"),
      retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
      body: parsed(await response.text()),
    };
  } catch {
    return { address, kind: "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** RFC 9110, 10.2.3: seconds, or a date. At most an hour is waited. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : 0;
}

/** Whether the same request may succeed later. */
export const isPassing = (outcome: Outcome): boolean =>
  outcome.kind === "unreachable" || outcome.status === 408 || outcome.status === 429 || outcome.status >= 500;

/**
 * Whether the service itself refuses for good: it always says why. What does not is the page of a proxy, or of a network that wants one
 * to sign in; the service was not asked.
 */
export const isRefusal = (outcome: Outcome): boolean =>
  !isPassing(outcome) && detailOf(outcome) !== undefined;

/** Whether something in front of the service does not let the request through, perhaps for what is in it. */
export const isStopped = (outcome: Outcome): boolean =>
  outcome.kind === "answer" && outcome.status >= 400 && !isPassing(outcome) && !isRefusal(outcome);

/** The longest pause, in ms, while something else answers in place of the service. */
const otherMs = 300_000;

/** How long to wait before a request goes again, in ms: up to `mostMs` and jitter, never less than the server asks for. */
export function pauseAfter(outcome: Outcome, failures: number, firstMs: number, mostMs: number): number {
  const asked = outcome.kind === "answer" ? outcome.retryAfterMs : 0;
  return Math.max(asked, backoff(failures, firstMs, isPassing(outcome) ? mostMs : otherMs));
}

/**
 * The service's own words: a problem (RFC 9457) with a `code`, which those of others have not. Not about a method that was not ours: a
 * redirect has made a GET of a POST.
 */
function detailOf(outcome: Outcome): string | undefined {
  if (outcome.kind === "unreachable" || outcome.status < 400 || outcome.status === 405) return undefined;
  const { code, detail } = (outcome.body ?? {}) as { readonly code?: unknown; readonly detail?: unknown };
  return typeof code === "string" && typeof detail === "string" ? detail : undefined;
}

/** What went wrong, for the console. */
export function problemOf(outcome: Outcome): string {
  const { address } = outcome;
  if (outcome.kind === "unreachable")
    return `${address} can't be reached: check client.serviceUrl and the network`;
  const detail = detailOf(outcome);
  const said = outcome.status === redirected ? "with a redirect" : outcome.status;
  return detail === undefined
    ? `${address} answered ${said}, but not as the service does: check client.serviceUrl and what is in front of it`
    : `${outcome.status}: ${detail}`;
}
