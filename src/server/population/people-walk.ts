import type { PersonRef } from "../../core/refs.ts";
import type { Seen } from "../../core/seen.ts";
import { murmur3 } from "../../core/targeting/murmur3.ts";
import type { Selector } from "../../core/targeting/subject.ts";
import type { UserKind, UserSort } from "../../core/user.ts";
import type { UsersFound } from "../store/ports.ts";
import type { ScanColumns } from "./scan-columns.ts";
import type { ScannedPerson } from "./scanned-person.ts";

/** Which people are walked, and what is read of them. */
export interface WalkQuery {
  readonly columns: ScanColumns;
  /** What of their events is counted, as of a time in ms UTC. */
  readonly selectors: readonly Selector[];
  readonly now: number;
  readonly kind: UserKind | null;
  readonly q: string | null;
  readonly label: string | null;
  /** Goes on after this one. */
  readonly after: PersonRef | null;
  /** One of every so many people only; then kind, filters and after are those of everybody. */
  readonly every: number;
  /** Whether it goes on to the last of them, whatever is found. */
  readonly toTheEnd: boolean;
}
export const everybody = {
  kind: null,
  q: null,
  label: null,
  after: null,
  every: 1,
  toTheEnd: true,
} as const;

/** One moment of an environment's people, for questions about all of them. */
export interface PeopleWalk {
  readonly users: number;
  readonly visitors: number;
  /**
   * Known users first, then visitors, each by id, group by group. A group is walked once and in order: event counts are those
   * of the person whom the walk has reached.
   */
  people(query: WalkQuery): AsyncIterable<Iterable<ScannedPerson>>;
  /** These people whole and in this order, as many as fit into one answer; `more` where others may follow. */
  whole(found: readonly PersonRef[], sort: UserSort | undefined, more: boolean): Promise<UsersFound>;
  /** What their events and they themselves have shown. */
  seen(): Promise<Seen>;
}

/** Looks at each of them, until `at` says false. */
export async function lookAt(
  people: AsyncIterable<Iterable<ScannedPerson>>,
  at: (person: ScannedPerson) => unknown,
): Promise<void> {
  for await (const group of people) for (const person of group) if (at(person) === false) return;
}

/**
 * Which person is read of each block of `every` people: always the same one, but at another place in each block. What people
 * have may repeat at regular distances, too: every sixth person might be one who has it.
 */
export const sampledPlace = (block: number, every: number): number =>
  block * every + (murmur3(`sample ${block}`) % every);
