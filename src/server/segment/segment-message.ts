import { isObject, type JsonObject } from "../../core/json-object.ts";

/** The value as an object; an empty one stands in for anything else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export type Scalar = string | number | boolean;

/** Strings, booleans and finite numbers: `1e999` parses to Infinity, which JSON cannot write back. */
export const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value));

/** An identifier: text that is not empty, or a number as text (server libraries send database ids so). */
export function identifier(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The size that JSON takes in UTF-8, in bytes. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");
