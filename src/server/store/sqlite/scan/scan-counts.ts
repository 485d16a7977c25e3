import type { UserKind } from "../../../../core/user.ts";
import type { CountsInTurn } from "../../../population/scanned-person.ts";
import type { Statement } from "../schema.ts";
import { CountCursor } from "./count-cursor.ts";
import type { Scope } from "./scope.ts";
import type { Place, Places } from "./selector-places.ts";

interface Window {
  readonly after: number;
  readonly until: number;
  readonly cursors: readonly CountCursor[];
}

/**
 * For a scan over all people in their order. Each window is counted for everybody on the way, by walking over the kept times,
 * which have the same order as the people.
 */
export class MergedCounts implements CountsInTurn {
  private readonly scope: Scope;
  private readonly places: Places;
  /** By selector. A scan has one time of decision, so that its rules ask for the same few windows of everybody. */
  private readonly windows = new Map<string, Window[]>();
  private known: 0 | 1 = 1;
  private id = "";

  constructor(scope: Scope, places: Places) {
    this.scope = scope;
    this.places = places;
  }

  moveTo(kind: UserKind, id: string): void {
    this.known = kind === "known" ? 1 : 0;
    this.id = id;
  }

  count(selector: string, after: number, until: number): number {
    let sum = 0;
    for (const cursor of this.window(selector, after, until).cursors) sum += cursor.at(this.known, this.id);
    return sum;
  }

  private window(selector: string, after: number, until: number): Window {
    const known = this.windows.get(selector);
    if (known !== undefined)
      for (const one of known) if (one.after === after && one.until === until) return one;
    const places = this.places.get(selector) ?? [];
    const cursors = places.map((place) => new CountCursor(this.scope, place, after, until));
    const made = { after, until, cursors };
    this.windows.set(selector, [...(known ?? []), made]);
    return made;
  }
}

/** For a scan that takes few of many people: each is looked up. */
export class LookedUpCounts implements CountsInTurn {
  private readonly places: Places;
  private readonly statements: ReadonlyMap<Place["table"], Statement>;
  private known: 0 | 1 = 1;
  private id = "";

  constructor({ db }: Scope, places: Places) {
    this.places = places;
    const tables = new Set([...places.values()].flatMap((list) => list.map((place) => place.table)));
    this.statements = new Map(
      [...tables].map((table) => [
        table,
        db
          .prepare(
            `SELECT count(*) FROM ${table} WHERE selector = ? AND known = ? AND person = ? AND time > ? AND time <= ?`,
          )
          .raw(),
      ]),
    );
  }

  moveTo(kind: UserKind, id: string): void {
    this.known = kind === "known" ? 1 : 0;
    this.id = id;
  }

  count(selector: string, after: number, until: number): number {
    let sum = 0;
    for (const place of this.places.get(selector) ?? []) {
      const row = this.statements.get(place.table)?.get(place.selector, this.known, this.id, after, until);
      sum += (row as [number] | undefined)?.[0] ?? 0;
    }
    return sum;
  }
}
