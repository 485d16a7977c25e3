import type { UserKind } from "../../core/user.ts";

/** How many ids an answer names. */
const sampleSize = 20;

/** Counts people by kind, and keeps the ids of the first of them. */
export class Tally {
  users = 0;
  visitors = 0;
  readonly sample: string[] = [];

  add({ kind, id }: { readonly kind: UserKind; readonly id: string }): void {
    if (kind === "known") this.users += 1;
    else this.visitors += 1;
    if (this.sample.length < sampleSize) this.sample.push(id);
  }

  /** What a thread can send: no class. */
  get counted(): { users: number; visitors: number } {
    return { users: this.users, visitors: this.visitors };
  }
  get shown(): { users: number; visitors: number; sample: string[] } {
    return { ...this.counted, sample: this.sample };
  }
}
