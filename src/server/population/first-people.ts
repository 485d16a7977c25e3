import type { UserSort } from "../../core/user.ts";
import type { UserPlace } from "../store/ports.ts";
import { compareIds } from "./compare-ids.ts";

/** Keeps the first `limit` of people who come in any order, of those after a place. The order is that of the list of users. */
export class FirstPeople {
  private readonly sort: UserSort;
  private readonly after: UserPlace | null;
  private readonly limit: number;
  private kept: UserPlace[] = [];

  constructor(sort: UserSort, after: UserPlace | null, limit: number) {
    this.sort = sort;
    this.after = after;
    this.limit = limit;
  }

  add(person: UserPlace): void {
    if (this.after !== null && this.compare(person, this.after) <= 0) return;
    this.kept.push(person);
    if (this.kept.length >= 4 * this.limit) this.trim();
  }

  inOrder(): readonly UserPlace[] {
    this.trim();
    return this.kept;
  }

  private trim(): void {
    this.kept = this.kept.sort((a, b) => this.compare(a, b)).slice(0, this.limit);
  }

  /** Users before visitors by id, those without a time last: both whatever the direction. */
  private compare(a: UserPlace, b: UserPlace): number {
    const direction = this.sort.order === "asc" ? 1 : -1;
    const kind = Number(a.kind === "known") - Number(b.kind === "known");
    if (this.sort.sort === "id") return -kind || direction * compareIds(a.id, b.id);
    const missing = Number(a.time === null) - Number(b.time === null);
    return missing || direction * ((a.time ?? 0) - (b.time ?? 0) || kind || compareIds(a.id, b.id));
  }
}
