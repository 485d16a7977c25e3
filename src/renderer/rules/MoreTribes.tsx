import type { Explanation } from "../../core/explanation.ts";
import { count, counted } from "../text/format.ts";

interface MoreTribesProps {
  /** How many are left out; 0 where all are shown. */
  readonly more: number;
  /** Whether none is listed before it. */
  readonly none: boolean;
  readonly onToggle: () => void;
}

/** "and 298 more": opens the rest of a long list of Tribes, and folds it again. */
export function MoreTribes({ more, none, onToggle }: MoreTribesProps) {
  return (
    <button type="button" className="link link-button" aria-expanded={more === 0} onClick={onToggle}>
      {more === 0 ? "Show fewer Tribes" : none ? `show all ${count(more)}` : `and ${count(more)} more`}
    </button>
  );
}

/** What somebody is in who is in no Tribe, where so many are folded away. */
export const noTribe = (more: number): string =>
  more === 0 ? "no Tribe" : `none of ${counted(more, "Tribe")}`;

type Tribes = Explanation["tribes"];

/** As many are listed without being asked for. */
const few = 8;

/** Those that somebody is in first; where there are many, only those, and how many are left out. */
export function fewTribes(
  tribes: Tribes,
  all: boolean,
): { readonly shown: Tribes; readonly more: number; readonly many: boolean } {
  const sorted = [...tribes].sort((a, b) => Number(b.matched) - Number(a.matched));
  const many = sorted.length > few;
  const shown = all || !many ? sorted : sorted.filter(({ matched }) => matched).slice(0, few);
  return { shown, more: sorted.length - shown.length, many };
}
