import { ApiProblem, ServerUnreachable } from "./api-problem.ts";

const longest = 30_000;
/** The longest wait that a server can ask for: an edit must not wait for a day. */
const longestAsked = 3_600_000;
const notNow: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether a failure says nothing against what was asked: no answer came, or "not now". */
export const isPassing = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiProblem && notNow.has(error.status));

/** Tries something again: when the server said that it may (`Retry-After`), else after 1, 2, 4 … 30 s. */
export class Retry {
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  later(error: unknown, again: () => void): void {
    clearTimeout(this.#timer);
    const own = Math.min(longest, 1000 * 2 ** this.#round);
    this.#round += 1;
    const asked = error instanceof ApiProblem ? error.retryAfter : null;
    this.#timer = setTimeout(again, Math.min(asked ?? own, longestAsked));
  }

  /** Cancels the next try. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** After a success: the next wait is 1 s again. */
  reset(): void {
    this.stop();
    this.#round = 0;
  }
}
