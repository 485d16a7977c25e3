import type { z } from "zod";
import type { Role } from "./organization.ts";
import type { ProblemCode } from "./problem.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Who may call: an API key's holder, a signed-in account, one with a role in the Organization, or the workspace's operator. */
export type Access = "public" | "key" | "account" | Role | "operator";

/** One row of the route table: it types server and client, validates requests, and documents itself. */
export interface RouteSpec {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** The least that an operator's token must be made for; an owner's role where nothing is said. */
  readonly limit?: Role;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body may be left out: its schema then sees `{}`. */
  readonly optionalBody?: true;
  /** The body may come as NDJSON instead, which the handler reads line by line. */
  readonly ndjson?: true;
  /** The body is a file, whose bytes the handler reads. */
  readonly file?: true;
  /** Statuses of success; the first is the usual one. */
  readonly status: readonly [number, ...number[]];
  readonly answer?: z.ZodType;
  /** The media type of the answer where it is not JSON. */
  readonly media?: "text/event-stream" | "application/x-ndjson" | "application/octet-stream";
  /** What the answer is instead where the caller's Accept asks for it. */
  readonly alternative?: "application/zip";
  /** The answer holds a secret, which no cache is to keep. */
  readonly secret?: true;
  /** The answer carries an ETag: a read with that If-None-Match is answered 304, and writes of the object accept If-Match and If-None-Match. */
  readonly etag?: true;
  /** The stream goes on behind what a Last-Event-ID names. */
  readonly resumes?: true;
  /** What an answer of success may say beside its body; an ETag where it is of no version that the route reads (`etag` is for that), such as a dry run's. */
  readonly says?: readonly AnswerHeader[];
  readonly problems?: readonly ProblemCode[];
}

/** `Understudy-Clock` is said where an answer depends on the platform's time. */
export type AnswerHeader = "Understudy-Clock" | "Understudy-SDK-Advice" | "Content-Disposition" | "ETag";

/** Whether a write is made to one version, which the caller may name by If-Match. */
export const takesPrecondition = ({ etag, method, problems }: RouteSpec): boolean =>
  (etag === true && method !== "get" && method !== "post") || problems?.includes("stale") === true;

export type RouteBody<R extends RouteSpec> = R["body"] extends z.ZodType ? z.output<R["body"]> : undefined;
export type RouteInput<R extends RouteSpec> = R["body"] extends z.ZodType ? z.input<R["body"]> : undefined;
export type RouteQuery<R extends RouteSpec> = R["query"] extends z.ZodType ? z.output<R["query"]> : undefined;
export type RouteAnswer<R extends RouteSpec> = R["answer"] extends z.ZodType
  ? z.output<R["answer"]>
  : undefined;

type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> | ParamsOf<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;
/** The names after `:` in a path, each with its text. */
export type RouteParams<R extends RouteSpec> = Readonly<Record<ParamsOf<R["path"]>, string>>;
