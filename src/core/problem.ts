import { z } from "zod";
import { faultsOf } from "./issue-words.ts";
import { limits } from "./limits.ts";

/** The media type of a problem (RFC 9457). */
export const problemType = "application/problem+json";

/** Every problem that the service answers with: its status and title. The codes are stable (CONTRACT.md). */
export const problemCodes = {
  unauthorized: { status: 401, title: "Sign-in required" },
  forbidden: { status: 403, title: "Not allowed" },
  "shared-secret-removed": { status: 401, title: "Organization shared secrets are gone" },
  "not-found": { status: 404, title: "Not found" },
  "environment-required": { status: 404, title: "The path needs an environment" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  "invalid-body": { status: 400, title: "The body is not valid" },
  "invalid-query": { status: 400, title: "The query is not valid" },
  "invalid-json": { status: 400, title: "The body is not JSON" },
  "invalid-request": { status: 400, title: "The request is not valid" },
  "request-timeout": { status: 408, title: "The request took too long" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  "too-large": { status: 413, title: "Too large" },
  "in-use": { status: 409, title: "Still in use" },
  conflict: { status: 409, title: "Conflict" },
  cycle: { status: 409, title: "Cycle" },
  stale: { status: 412, title: "Not the version asked for" },
  gone: { status: 410, title: "Gone" },
  "forbidden-host": { status: 403, title: "Foreign Host" },
  "forbidden-origin": { status: 403, title: "Foreign Origin" },
  "fields-locked": { status: 403, title: "Fields of known users are locked" },
  "upgrade-required": { status: 426, title: "Upgrade required" },
  "sdk-properties-required": { status: 400, title: "SDK properties required" },
  busy: { status: 503, title: "Busy" },
  "storage-failed": { status: 503, title: "The change could not be stored" },
  "read-only": { status: 503, title: "The database takes no changes" },
  "not-ready": { status: 503, title: "Not ready" },
  "internal-error": { status: 500, title: "Internal error" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemCodes;

/** Why one event of a batch was refused (CONTRACT.md, "event refused"). */
export const eventProblemCodes = [
  "invalid-name",
  "reserved-group",
  "invalid-metadata",
  "too-many-pairs",
  "no-user",
  "too-large",
  "invalid-time",
  "invalid-event",
  "fields-locked",
] as const;
export type EventProblemCode = (typeof eventProblemCodes)[number];

/** Where in the body something is wrong: a JSON pointer (RFC 6901) and what to do about it. */
const fieldError = z.object({ path: z.string(), detail: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** RFC 9457 problem details, with a stable `code` and, for bodies, one entry an error. */
export const problemDocument = z
  .object({
    type: z.string().meta({ example: "http://127.0.0.1:4747/problems/not-found" }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: "Problem" });
export type ProblemDocument = z.output<typeof problemDocument>;

interface ProblemOptions {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that knows its status and what it may expose. Thrown anywhere, rendered in one place. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

/** One path segment as RFC 6901 writes it. */
const pointerSegment = (segment: PropertyKey) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1");

export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${pointerSegment(segment)}`).join("");

/** The segments of a pointer, as they are called. */
export const readPointer = (written: string): string[] =>
  written
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Those of some errors that stand at a path or in it. */
export function errorsIn(errors: readonly FieldError[], path: readonly PropertyKey[]): readonly FieldError[] {
  const at = pointer(path);
  return errors.filter((one) => one.path === at || one.path.startsWith(`${at}/`));
}

/** What a failed schema says, as far as an answer names it. */
export const fieldErrors = (error: z.ZodError, base: readonly PropertyKey[] = []): FieldError[] =>
  faultsOf(error)
    .slice(0, limits.fieldErrors.value)
    .map(({ path, detail }) => ({ path: pointer([...base, ...path]), detail }));

/** The 400 for a body (or query) that fails its schema. */
export function invalid(
  errors: readonly FieldError[],
  code: "invalid-body" | "invalid-query" = "invalid-body",
): Problem {
  const first = errors[0];
  const all =
    errors.length < limits.fieldErrors.value ? errors.length - 1 : `at least ${limits.fieldErrors.value - 1}`;
  const more = errors.length > 1 ? ` (and ${all} more)` : "";
  const detail =
    first === undefined
      ? "It does not fit its schema."
      : `${first.path || "The whole"} ${first.detail}${more}`;
  return new Problem(code, detail, { errors: errors.slice(0, limits.fieldErrors.value) });
}

/** The refusal to delete what others use. */
export const inUseBy = (users: readonly string[]): Problem =>
  new Problem(
    "in-use",
    `It is used by ${users.slice(0, 10).join(", ")}${users.length > 10 ? " and more" : ""}.`,
  );
