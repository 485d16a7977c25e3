import type { Predicate } from "./rule-node.ts";
import type { Subject } from "./subject.ts";

/** A test whose verdict is remembered in a place. */
export interface Placed {
  readonly place: number;
  /** Finds the verdict, at most once while questions are about one subject. */
  readonly test: Predicate;
  /** Finds it anew. */
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

  /** A test of its own. */
  one(ask: Predicate): Placed {
    const place = this.newPlace();
    const test: Predicate = (subject) => {
      if (subject !== this.last) this.begin(subject);
      return this.holds(place, ask, subject);
    };
    return { place, test, ask };
  }

  /** Holds where all do, also where there are none. */
  every(parts: readonly Placed[]): Placed {
    const [a, b, c] = parts;
    if (a !== undefined && b !== undefined && c !== undefined && parts.length === 3)
      return this.everyOfThree(a, b, c);
    return this.one((subject) => {
      for (const { place, ask } of parts) if (!this.holds(place, ask, subject)) return false;
      return true;
    });
  }

  /** Holds where any does. */
  some(parts: readonly Placed[]): Placed {
    return this.one((subject) => {
      for (const { place, ask } of parts) if (this.holds(place, ask, subject)) return true;
      return false;
    });
  }

  not(part: Placed): Placed {
    return this.one((subject) => !this.holds(part.place, part.ask, subject));
  }

  /** Tests to ask, in this order, before any other of a new subject. */
  decideFirst(tests: readonly Predicate[]): void {
    this.first = tests;
  }

  /** As `every`, with nothing between the question and the three: a third of what rules cost is calls. */
  private everyOfThree(a: Placed, b: Placed, c: Placed): Placed {
    const place = this.newPlace();
    const [placeA, placeB, placeC] = [a.place, b.place, c.place];
    const [askA, askB, askC] = [a.ask, b.ask, c.ask];
    const test: Predicate = (subject) => {
      if (subject !== this.last) this.begin(subject);
      const verdict = this.known[place] ?? 0;
      if (verdict >= this.no) return verdict > this.no;
      const holds =
        this.holds(placeA, askA, subject) &&
        this.holds(placeB, askB, subject) &&
        this.holds(placeC, askC, subject);
      this.known[place] = holds ? this.no + 1 : this.no;
      return holds;
    };
    return { place, test, ask: test };
  }

  private holds(place: number, ask: Predicate, subject: Subject): boolean {
    const verdict = this.known[place] ?? 0;
    if (verdict >= this.no) return verdict > this.no;
    const holds = ask(subject);
    this.known[place] = holds ? this.no + 1 : this.no;
    return holds;
  }

  private newPlace(): number {
    return this.known.push(0) - 1;
  }

  private begin(subject: Subject): void {
    this.last = subject;
    this.no += 2;
    for (const test of this.first) test(subject);
  }
}
