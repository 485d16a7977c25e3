import type { Explanation } from "../../core/explanation.ts";

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
