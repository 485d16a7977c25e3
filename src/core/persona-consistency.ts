import type { Inconsistency } from "./consistency.ts";
import type { SpaceDocument } from "./documents.ts";
import { namesNoTribe } from "./tribe-consistency.ts";

/** What is wrong with a Space's personas: two of a name, expectations of Tribes that are not there. */
export function personaInconsistencies({
  personas,
  tribes,
}: Pick<SpaceDocument, "personas" | "tribes">): Inconsistency[] {
  const tribeIds = new Set(tribes.map(({ id }) => id));
  const seen = new Set<string>();
  const twice = (member: "id" | "key", value: string, index: number): Inconsistency[] => {
    const isKnown = seen.has(`${member} ${value}`);
    seen.add(`${member} ${value}`);
    return isKnown ? [{ path: ["personas", index, member], message: `"${value}" is there twice` }] : [];
  };
  return personas.flatMap(({ id, key, expected }, index) => [
    ...twice("id", id, index),
    ...twice("key", key, index),
    ...expected.tribes.flatMap(({ tribe }, at) =>
      tribeIds.has(tribe)
        ? []
        : [
            {
              path: ["personas", index, "expected", "tribes", at, "tribe"],
              message: namesNoTribe(tribes, tribe),
            },
          ],
    ),
  ]);
}
