import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const things: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};
const units: Readonly<Record<string, string>> = { string: "character", array: "item", set: "item" };

/** What is wrong, and where: a path within what was looked at. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

/** What a failed schema says, each once; an unknown member is named by its own path. */
export function faultsOf(error: z.ZodError | undefined): Fault[] {
  const told = new Map<string, { readonly fault: Fault; readonly limit: number }>();
  for (const issue of error?.issues ?? []) {
    const limit = limitOf(issue);
    for (const fault of faultsOfIssue(issue)) {
      const key = JSON.stringify([limit === null ? fault.detail : issue.code, ...fault.path.map(String)]);
      // A whole number has limits of its own (2^53 - 1): the nearest one is told.
      if (limit !== null && limit < (told.get(key)?.limit ?? Infinity)) told.set(key, { fault, limit });
      else if (!told.has(key)) told.set(key, { fault, limit: Infinity });
    }
  }
  return [...told.values()].map(({ fault }) => fault);
}

/** How near a limit is, so that less is nearer; null for what is none. */
function limitOf(issue: Issue): number | null {
  if (issue.code === "too_big") return Number(issue.maximum);
  return issue.code === "too_small" ? -Number(issue.minimum) : null;
}

function faultsOfIssue(issue: Issue): Fault[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], detail: "is not known here; remove it" }));
  // Of several kinds it is the one of which only something inside is wrong.
  const [inside, ...others] = isOfNone(issue) ? issue.errors.filter((issues) => issues.every(isInside)) : [];
  return inside === undefined || others.length > 0
    ? [{ path, detail: issueWords(issue) }]
    : inside.flatMap((one) => faultsOfIssue({ ...one, path: [...path, ...one.path] }));
}

const isOfNone = (issue: Issue): issue is z.core.$ZodIssueInvalidUnion =>
  issue.code === "invalid_union" && issue.message === "Invalid input";

const isInside = ({ code, path }: Issue): boolean => path.length > 0 || code === "unrecognized_keys";

/** What is wrong, to be read after the member's path: "is missing", "must be a number". A schema's own words go before these. */
export function issueWords(issue: Issue): string {
  const { message } = issue;
  if (issue.code === "invalid_key") return `has a name that ${issue.issues.map(issueWords).join(", and ")}`;
  if (isOfNone(issue)) {
    const each = issue.errors.flatMap((issues) => issues.filter((one) => !isInside(one)).slice(0, 1));
    return [...new Set(each.map(issueWords))].join(", or ") || message;
  }
  if (!/^(Invalid|Too) \w+: expected/.test(message)) return message;
  switch (issue.code) {
    case "invalid_type":
      return message.endsWith("received undefined")
        ? "is missing"
        : `must be ${things[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `${verb(issue.origin)} ${issue.inclusive === false ? "more than" : "at least"} ${counted(issue.minimum, issue.origin)}`;
    case "too_big":
      return `${verb(issue.origin)} ${issue.inclusive === false ? "less than" : "at most"} ${counted(issue.maximum, issue.origin)}`;
    default:
      return message;
  }
}

const verb = (origin: string): string => (origin in units ? "must have" : "must be");

function counted(count: number | bigint, origin: string): string {
  const unit = units[origin];
  if (unit === undefined) return `${count}`;
  return `${count} ${unit}${Number(count) === 1 ? "" : "s"}`;
}
