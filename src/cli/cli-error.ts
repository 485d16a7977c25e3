import { urlOf } from "../server/url-of.ts";

/** Exit codes of every command; docs/cli.md documents them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Why a command could not do what was asked, in words for the person who ran it. Exit code 1. */
export class CliError extends Error {
  override readonly name = "CliError";
  /** What `--json` adds to the message, e.g. the address of the copy that is in the way. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}

/** From process.cwd(), which every relative path and every thread needs. */
export const isOfWorkingFolder = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";

/** The same may work soon: nobody answers, or a server or a proxy before it says that it is not ready. */
export class PassingError extends CliError {
  /** How long to wait before it is asked again, in ms. */
  readonly retryAfter: number;

  constructor(message: string, details: Readonly<Record<string, unknown>>, retryAfter: string | null = null) {
    super(message, details);
    this.retryAfter = Math.min(Math.max(Number(retryAfter) || 1, 1), 60) * 1000;
  }
}

export const isPassing = (status: number): boolean => [429, 502, 503, 504].includes(status);

/** Why a connection ended, by what fetch or the reading of its answer threw. fetch itself waits for five minutes, for each piece of an answer. */
export function whyCut(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.name.endsWith("TimeoutError") ? "nothing came in time" : cause.message.trim();
}

/** What fetch threw: nobody is there, or whoever is says nothing. */
export function unreachable(url: string, error: unknown): CliError {
  return new PassingError(
    `${url} does not answer (${whyCut(error)}). Is it running? Start it with \`understudy open\`, or set UNDERSTUDY_PLATFORM_URL.`,
    { code: "unreachable" },
  );
}

/** What is no Understudy's answer: of a server that is down, the proxy's before it. */
export function foreignAnswer(url: string, status: number): CliError {
  const message = `${url} answered with ${status}, and not as an Understudy does.`;
  return isPassing(status)
    ? new PassingError(message, { code: "unreachable", status })
    : new CliError(message);
}

/** The service sends nobody elsewhere, but a proxy does where its own address is https, say: a token goes to no other address. */
export function refuseRedirect(url: string, { status, headers }: Response): void {
  const location = headers.get("location");
  if (status < 300 || status >= 400 || location === null) return;
  const origin = urlOf(location, url)?.origin;
  const next =
    origin === undefined || origin === new URL(url).origin
      ? ", and not as an Understudy does."
      : `: it leads on to ${origin}. Where that is Understudy, set UNDERSTUDY_PLATFORM_URL to it.`;
  throw new CliError(`${url} answered with ${status}${next}`);
}
