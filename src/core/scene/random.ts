import { murmur3 } from "../targeting/murmur3.ts";

/** Numbers that are the same for the same words on every machine: mulberry32 (public domain), begun by their hash. */
export class Random {
  private state: number;

  constructor(seed: number, ...words: readonly (string | number)[]) {
    this.state = murmur3(words.join("\u0000"), seed);
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(chance: number): boolean {
    return this.next() < chance;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick(weights: Readonly<Record<string, number>>): string {
    const entries = Object.entries(weights);
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return entries.findLast(([, weight]) => weight > 0)?.[0] ?? "";
  }
}
