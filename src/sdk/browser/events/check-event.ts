import type { Metadata, Pair } from "../types.ts";

/** `<group>/<action>`, as the server checks it; a test holds it to core's. */
export const eventNamePattern = /^[A-Za-z0-9._-]{1,64}\/[A-Za-z0-9._-]{1,64}$/;

const pairNames = ["pair1", "pair2", "pair3"] as const;

/** Why an event can't be sent, or null where it can. */
export function problemOfEvent(name: unknown, metadata: unknown): string | null {
  if (typeof name !== "string" || !eventNamePattern.test(name))
    return "its name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'";
  if (name.startsWith("system/")) return 'the group "system" is reserved';
  return metadata === undefined || metadata === null ? null : problemOfMetadata(metadata);
}

function problemOfMetadata(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null)
    return "its metadata must be an object with pair1 to pair3";
  const unknown = Object.keys(metadata).filter((name) => !pairNames.some((known) => known === name));
  if (unknown.some((name) => /^pair\d+$/.test(name))) return "it has more than 3 metadata pairs";
  if (unknown.length > 0) return `its metadata may have pair1, pair2 and pair3 only, not "${unknown[0]}"`;
  const wrong = Object.entries(metadata).find(([, pair]) => pair !== undefined && !isPair(pair));
  return wrong === undefined
    ? null
    : `${wrong[0]} must be {key, value} with a key of 1 to 64 and a value of 0 to 256 characters`;
}

function isPair(pair: unknown): pair is Pair {
  if (typeof pair !== "object" || pair === null) return false;
  const { key, value, ...more } = pair as Partial<Pair>;
  const isKey = typeof key === "string" && key.length > 0 && key.length <= 64;
  return isKey && typeof value === "string" && value.length <= 256 && Object.keys(more).length === 0;
}

/** A copy of the pairs that are there: what the page does to its object later changes no event. Undefined without any. */
export function copyMetadata(metadata: Metadata | null | undefined): Metadata | undefined {
  const pairs = pairNames.flatMap((name) => {
    const pair = metadata?.[name];
    return pair === undefined ? [] : [[name, { key: pair.key, value: pair.value }] as const];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
