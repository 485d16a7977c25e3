import type { Selector } from "../../../../core/targeting/subject.ts";
import { Gathering } from "./gathering.ts";
import type { Scope } from "./scope.ts";

/** Where times of a selector's events lie: in what table, under which number. */
export interface Place {
  readonly table: "main.rule_times" | "temp.fresh";
  readonly selector: number;
}
export type Places = ReadonlyMap<string, readonly Place[]>;

/**
 * Finds the times of the selectors' events. Those that the store keeps stay where they are; what it does not keep yet goes into
 * a temporary table of the same form, as far back as it can count at `now`.
 */
export function placesOf(scope: Scope, selectors: readonly Selector[], now: number): Places {
  if (selectors.length === 0) return new Map();
  const gathering = new Gathering(scope, selectors, now);
  const isAny = gathering.run();
  return new Map(
    gathering.wanted.map(({ key, kept, id }): [string, Place[]] => [
      key,
      [
        ...(kept === null ? [] : [{ table: "main.rule_times", selector: kept } as const]),
        ...(isAny ? [{ table: "temp.fresh", selector: id } as const] : []),
      ],
    ]),
  );
}
