/** What came of a request: an answer of the server, or nothing (offline, blocked, too slow, refused by CORS). */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly etag: string | null;
      /** How long the server asks to wait, in ms; 0 where it doesn't. */
      readonly retryAfterMs: number;
      /** The JSON, or undefined where it is none. */
      readonly body: unknown;
    }
  | { readonly kind: "unreachable" };

interface RequestOptions {
  readonly method?: "GET" | "POST";
  /** Sent as text/plain, which needs no preflight; the server reads JSON under any type. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request outlives the page; for bodies under 64 KB. */
  readonly keepalive?: boolean;
}

/** The longest that a request may take, in ms. */
const timeoutMs = 30_000;

/** Sends a request without cookies. Never rejects. */
export async function request(url: string, options: RequestOptions = {}): Promise<Outcome> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...options, credentials: "omit", signal: stop.signal });
    return {
      kind: "answer",
      status: response.status,
      etag: response.headers.get("etag"),
      retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
      body: parsed(await response.text()),
    };
  } catch {
    return { kind: "unreachable" };
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
  !isPassing(outcome) && typeof detailOf(outcome) === "string";

/** The problem's own words (RFC 9457). */
const detailOf = (outcome: Outcome): unknown =>
  outcome.kind === "answer" && outcome.status >= 400
    ? (outcome.body as { detail?: unknown } | null | undefined)?.detail
    : undefined;

/** What went wrong, for the console. */
export function problemOf(outcome: Outcome): string {
  if (outcome.kind === "unreachable") return "the service can't be reached";
  if (outcome.status < 400) return "the service's answer can't be read";
  const detail = detailOf(outcome);
  return typeof detail === "string"
    ? `${outcome.status}: ${detail}`
    : `the service answered ${outcome.status}`;
}
