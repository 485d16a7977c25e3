import type { Command } from "../stores/commands-store.ts";

/** What is the same on every page. */
const around = ["Go to", "Environment", "Appearance", "Help"];

const rank = ({ group, elsewhere }: Command): number =>
  elsewhere === true ? 2 : around.includes(group) ? 1 : 0;

/** Commands under their headings: the page's own first, then what is the same on every page, then what other pages do. */
export function commandGroups(
  commands: readonly Command[],
): readonly (readonly [string, readonly Command[]])[] {
  const sorted = [...commands].sort((a, b) => rank(a) - rank(b));
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.map((group) => [group, sorted.filter((one) => one.group === group)]);
}
