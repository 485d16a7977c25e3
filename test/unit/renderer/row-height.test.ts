import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rowHeights } from "../../../src/renderer/parts/use-virtual-rows.ts";
import { densities } from "../../../src/renderer/stores/appearance-store.ts";

const tokens = readFileSync("src/renderer/styles/tokens.css", "utf8");

/** What the style sheet says for a density; the regular one is the page's own. */
function styled(density: string): string {
  const own = tokens.match(new RegExp(`\\[data-density="${density}"\\] \\{([^}]*)\\}`))?.[1];
  return own ?? tokens;
}

describe.each(densities)("in the density %s", (density) => {
  it.each(Object.entries(rowHeights))("a list reckons with the height that its %s has", (kind, heights) => {
    expect(styled(density)).toMatch(new RegExp(`--${kind}: ${heights[density]}px;`));
  });
});
