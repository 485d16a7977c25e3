import type { FallbackState } from "../types.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The states of an answer, or of fallbacks, by id; null where they are none. One that is broken is left out: its fallback serves. */
export function readStates(body: unknown): Map<string, FallbackState> | null {
  if (!isObject(body) || !isObject(body.states)) return null;
  const read = new Map<string, FallbackState>();
  for (const [id, raw] of Object.entries(body.states)) {
    const state = readState(raw);
    if (state !== null) read.set(id, state);
  }
  return read;
}

function readState(raw: unknown): FallbackState | null {
  if (!isObject(raw) || typeof raw.enabled !== "boolean" || !isObject(raw.data)) return null;
  const { enabled, data, children } = raw;
  if (children === undefined) return { enabled, data };
  if (!Array.isArray(children)) return null;
  return { enabled, data, children: children.filter(isChild) };
}

const isChild = (raw: unknown): raw is { readonly id: string; readonly typeId: string } =>
  isObject(raw) && typeof raw.id === "string" && typeof raw.typeId === "string";
