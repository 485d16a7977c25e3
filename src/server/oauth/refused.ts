/** Why a form was not taken, for its page to show again. */
export class Refused {
  readonly status: number;
  readonly words: string;
  /** When to try again, in seconds. */
  readonly retryAfter: number | null;

  constructor(status: number, words: string, retryAfter: number | null = null) {
    this.status = status;
    this.words = words;
    this.retryAfter = retryAfter;
  }
}

export const tooMany = (what: string, seconds: number): Refused =>
  new Refused(429, `Too many ${what}. Wait ${seconds} seconds.`, seconds);
