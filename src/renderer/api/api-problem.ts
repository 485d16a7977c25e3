import type { FieldError, ProblemDocument } from "../../core/problem.ts";
import { NotUtf8 } from "../text/file-text.ts";
import { realNow } from "../text/platform-clock.ts";

/** The server answered with a problem document (RFC 9457). `code` is stable; `message` is its detail, in words for people. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly document: ProblemDocument;
  /** After how many ms it may be tried again, where the server said so. */
  readonly retryAfter: number | null;

  constructor(document: ProblemDocument, retryAfter: number | null = null) {
    super(document.detail);
    this.document = document;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return this.document.status;
  }

  get code(): string {
    return this.document.code;
  }

  get errors(): readonly FieldError[] {
    return this.document.errors ?? [];
  }
}

/** No answer came: the server is stopped, restarting, or the network between is gone. */
export class ServerUnreachable extends Error {
  override readonly name: string = "ServerUnreachable";

  constructor(cause?: unknown, words = "The server did not answer.") {
    super(words, { cause });
  }
}

/** What came is nothing that the server says: a page, other JSON, or a 404 that is no problem document. */
export class AnsweredByOther extends ServerUnreachable {
  override readonly name = "AnsweredByOther";

  constructor() {
    super(undefined, "Something between here and the server answered in its place.");
  }
}

/** What went wrong, in words for people. */
export function inWords(error: unknown): string {
  const isTold = [ApiProblem, ServerUnreachable, Gone, NotUtf8].some((kind) => error instanceof kind);
  if (isTold) return (error as Error).message;
  return error instanceof Error
    ? `Something unexpected: ${error.message}`
    : "Something unexpected went wrong.";
}

const errorsOf = (problem: unknown) => (problem instanceof ApiProblem ? problem.errors : []);

/** Why the server refused one member of what was sent, by its path; null where it says nothing of it. */
export function reasonAt(problem: unknown, path: string): string | null {
  const found = errorsOf(problem).find((error) => error.path.startsWith(path));
  if (found === undefined) return null;
  const line = /\/(\d+)$/.exec(found.path)?.[1];
  return line === undefined ? `It ${found.detail}.` : `Line ${Number(line) + 1} ${found.detail}.`;
}

/** Why it refused all of it; null where it was not refused, or names members. */
export const reasonOfAll = (problem: unknown): string | null =>
  problem === null || errorsOf(problem).length > 0 ? null : inWords(problem);

/** That something could not be read, and why. */
export const unreadWords = (what: string, error: unknown): string =>
  `${what} could not be read. ${inWords(error)}`;

/** What of some things could not be read, all of it, as one text; null where nothing is missing for good. */
export const allUnread = (...unread: readonly (string | null)[]): string | null =>
  unread.filter((one) => one !== null).join(" ") || null;

/** Said of what somebody saw before and the server does not find: its own words name an id that nobody typed. */
export const goneWords = (what = "What this is about"): string =>
  `${what} was deleted elsewhere, or you can’t see it any more.`;

/** What is to be changed is not there any more, as this page knows before the server is asked. */
export class Gone extends Error {
  override readonly name = "Gone";

  constructor() {
    super(goneWords());
  }
}

/** Whether what was asked about is not there, or not for this account to see. */
export const isGone = (reason: unknown): boolean =>
  reason instanceof Gone || (reason instanceof ApiProblem && reason.code === "not-found");

/** A problem made of whatever an answer held: proxies and crashes do not write problem documents. */
export async function problemOf(answer: Response): Promise<ApiProblem> {
  const fallback: ProblemDocument = {
    type: "about:blank",
    title: answer.statusText || "Error",
    status: answer.status,
    detail: `The server answered ${answer.status} without saying why.`,
    instance: answer.url,
    code: "unknown",
  };
  const retryAfter = waitOf(answer.headers.get("Retry-After"));
  try {
    return new ApiProblem(
      { ...fallback, ...((await answer.json()) as Partial<ProblemDocument>) },
      retryAfter,
    );
  } catch {
    return new ApiProblem(fallback, retryAfter);
  }
}

/** `Retry-After` in ms: seconds or a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - realNow();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
