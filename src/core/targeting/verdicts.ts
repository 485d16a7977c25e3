import type { Predicate } from "./rule-node.ts";
import type { Subject } from "./subject.ts";

const unknown = 0;
const no = 1;
const yes = 2;

/** Remembers what was decided for a subject, for as long as the subject lives. */
export class Verdicts {
  private readonly known = new WeakMap<Subject, Uint8Array>();
  private first: readonly Predicate[] = [];
  // Most questions in a row are about one person.
  private last: Subject | null = null;
  private lastVerdicts: Uint8Array;
  private readonly size: number;

  /** `size`: how many things are decided. */
  constructor(size: number) {
    this.size = size;
    this.lastVerdicts = new Uint8Array(size);
  }

  /** The test, asked at most once for a subject. Each test has a place of its own. */
  once(place: number, test: Predicate): Predicate {
    return (subject) => {
      const verdicts = subject === this.last ? this.lastVerdicts : this.of(subject);
      const verdict = verdicts[place];
      if (verdict !== unknown) return verdict === yes;
      const holds = test(subject);
      verdicts[place] = holds ? yes : no;
      return holds;
    };
  }

  /** Tests to ask, in this order, before any other of a new subject. */
  decideFirst(tests: readonly Predicate[]): void {
    this.first = tests;
  }

  private of(subject: Subject): Uint8Array {
    const found = this.known.get(subject);
    const verdicts = found ?? new Uint8Array(this.size);
    this.last = subject;
    this.lastVerdicts = verdicts;
    if (found === undefined) {
      this.known.set(subject, verdicts);
      for (const test of this.first) test(subject);
    }
    return verdicts;
  }
}
