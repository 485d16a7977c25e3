import { describe, expect, it } from "vitest";
import type { Explanation } from "../../../../src/core/explanation.ts";
import { fewTribes } from "../../../../src/renderer/rules/MoreTribes.tsx";

/** `total` Tribes, the last `inside` of which somebody is in. */
const tribes = (total: number, inside: number) =>
  Array.from({ length: total }, (_, i) => ({
    id: `t${i}`,
    name: `Tribe ${i}`,
    matched: i >= total - inside,
  })) as unknown as Explanation["tribes"];

describe("fewTribes", () => {
  it.each([
    { total: 8, inside: 2, all: false, want: { shown: 8, more: 0, many: false } },
    { total: 300, inside: 2, all: false, want: { shown: 2, more: 298, many: true } },
    { total: 300, inside: 0, all: false, want: { shown: 0, more: 300, many: true } },
    { total: 300, inside: 40, all: false, want: { shown: 8, more: 292, many: true } },
    { total: 300, inside: 2, all: true, want: { shown: 300, more: 0, many: true } },
  ])("$inside of $total, all: $all", ({ total, inside, all, want }) => {
    const { shown, more, many } = fewTribes(tribes(total, inside), all);
    expect({ shown: shown.length, more, many }).toEqual(want);
  });

  it("has those that somebody is in first", () => {
    expect(fewTribes(tribes(4, 2), false).shown.map(({ matched }) => matched)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
