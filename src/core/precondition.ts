import { etagOf } from "./etag.ts";

type Tags = "any" | readonly string[];

/** What must be true of an object for a write to be made: If-Match and If-None-Match (RFC 9110, 13.1). */
export interface Precondition {
  /** One of these versions is there. */
  readonly match: Tags | null;
  /** None of these versions is there. */
  readonly noneMatch: Tags | null;
}

/** Null where the caller asks for nothing. */
export function preconditionOf(headers: {
  readonly "if-match"?: string | undefined;
  readonly "if-none-match"?: string | undefined;
}): Precondition | null {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) return null;
  return { match: tagsOf(match), noneMatch: tagsOf(noneMatch) };
}

/** Whether a write may be made to what is there now; null where nothing is. */
export const holds = (precondition: Precondition | null, current: unknown): boolean =>
  precondition === null || holdsFor(precondition, current === null ? null : etagOf(current));

/** The same of an ETag. */
export function holdsFor(precondition: Precondition | null, etag: string | null): boolean {
  if (precondition === null) return true;
  const { match, noneMatch } = precondition;
  return (
    (match === null || (etag !== null && includes(match, etag))) &&
    (noneMatch === null || etag === null || !includes(noneMatch, etag))
  );
}

/** Whether If-None-Match names this version. */
export function namesVersion(header: string | undefined, etag: string): boolean {
  const tags = tagsOf(header);
  return tags !== null && includes(tags, etag);
}

const includes = (tags: Tags, etag: string): boolean => tags === "any" || tags.includes(etag);

/**
 * An ETag as it was told. What compresses an answer on its way makes its tag a weak one (nginx, HAProxy, Varnish) or names the coding
 * in it (Apache), and nobody takes that back. It names the same version: ours are of values, whatever the bytes.
 */
export const tagAsTold = (tag: string): string => tag.replace(/^W\/|-(?:gzip|br|zstd|deflate)(?="$)/g, "");

function tagsOf(header: string | undefined): Tags | null {
  if (header === undefined) return null;
  return header.trim() === "*" ? "any" : (header.match(/(?:W\/)?"[^"]*"/g) ?? []).map(tagAsTold);
}
