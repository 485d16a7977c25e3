import { limits } from "./limits.ts";

/**
 * How deep bodies and documents may nest. Serializing is recursive, so a deeper value could overflow a stack later on, and
 * what crosses threads has to fit into theirs.
 */
export const maxJsonDepth = limits.jsonDepth.value;

/** Whether lists and objects in it nest more than `max` deep; a scalar's depth is 0. Looks no deeper than `max` + 1. */
export function jsonDepthExceeds(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max <= 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => jsonDepthExceeds(member, max - 1));
}
