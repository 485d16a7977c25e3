import { ApiProblem, ServerUnreachable } from "../api/api-problem.ts";

const longest = 30_000;
/** A server that asks for more is asked all the same: an edit must not wait for a day. */
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

  /** It is being tried now: what waited for its time no longer does. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** It went well: the next time starts from 1 s. */
  reset(): void {
    this.stop();
    this.#round = 0;
  }
}
