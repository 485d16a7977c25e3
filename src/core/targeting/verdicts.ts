import { every, not, type Predicate, some } from "./rule-node.ts";
import type { Subject } from "./subject.ts";

/** A test, and where its verdict is remembered. */
export interface Placed {
  /** Null where it is not: nobody else asks. */
  readonly place: number | null;
  /** Finds the verdict; what is remembered of a subject, at most once while questions are about it. */
  readonly test: Predicate;
  /** Finds it anew, once questions are about the subject. */
  readonly ask: Predicate;
}

/**
 * Remembers what was decided of one subject, the last one: nearly all questions in a row are about the same, and rules
 * share conditions. A verdict is the subject's number, and one more where it is yes. Numbers go up by two, so that what
 * was decided of others is out of date without being cleared.
 */
export class Verdicts {
  private readonly known: number[] = [];
  private first: readonly Predicate[] = [];
  private last: Subject | null = null;
  private no = 1;

  /** A test whose verdict is remembered. */
  remembered(ask: Predicate): Placed {
    const place = this.known.push(0) - 1;
    const test: Predicate = (subject) => {
      if (subject !== this.last) this.begin(subject);
      return this.holds(place, ask, subject);
    };
    return { place, test, ask };
  }

  /** Holds where all do, also where there are none. */
  every(parts: readonly Placed[]): Placed {
    return this.about(every(this.asked(parts)));
  }

  /** Holds where any does. */
  some(parts: readonly Placed[]): Placed {
    return this.about(some(this.asked(parts)));
  }

  not(part: Placed): Placed {
    return this.about(every(this.asked([part]).map(not)));
  }

  /** Tests to ask, in this order, before any other of a new subject. */
  decideFirst(tests: readonly Predicate[]): void {
    this.first = tests;
  }

  /** From here on questions are about this subject. */
  turnTo(subject: Subject): void {
    if (subject !== this.last) this.begin(subject);
  }

  /** What asks for the parts: those that are remembered through their places. */
  private asked(parts: readonly Placed[]): Predicate[] {
    return parts.map(({ place, ask }) =>
      place === null ? ask : (subject) => this.holds(place, ask, subject),
    );
  }

  /** A test that is made of others: asked from outside, it first makes sure that questions are about its subject. */
  private about(ask: Predicate): Placed {
    const test: Predicate = (subject) => {
      if (subject !== this.last) this.begin(subject);
      return ask(subject);
    };
    return { place: null, test, ask };
  }

  private holds(place: number, ask: Predicate, subject: Subject): boolean {
    const verdict = this.known[place] ?? 0;
    if (verdict >= this.no) return verdict > this.no;
    const holds = ask(subject);
    this.known[place] = holds ? this.no + 1 : this.no;
    return holds;
  }

  private begin(subject: Subject): void {
    this.last = subject;
    this.no += 2;
    for (const test of this.first) test(subject);
  }
}
