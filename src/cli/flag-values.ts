import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import type { z } from "zod";
import type { ContentChoice } from "../core/explanation.ts";
import { issueWords } from "../core/issue-words.ts";
import { type EnvironmentKey, environmentKeys, name, timestamp } from "../core/primitives.ts";
import { ownSeedNames } from "../core/stage.ts";
import { hasAddress } from "../core/user.ts";
import { urlOf } from "../server/url-of.ts";
import { CliError } from "./cli-error.ts";

/** A TCP port; 0 is any free one. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a whole number from 0 to 65535; 0 is any free port.");
}

export function parseClock(value: string): string {
  const { data } = timestamp.safeParse(value);
  if (data !== undefined) return data;
  throw new InvalidArgumentError("It must be a time such as 2026-12-24T18:00:00Z.");
}

export function parseFolder(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It must name a folder.");
  if (hasStoreScheme(value))
    throw new InvalidArgumentError(
      "It must name a folder. A database's address goes with --store; pg_dump backs it up.",
    );
  return resolve(value);
}

/** A value as it was given, where the API's own schema takes it: what the platform would refuse is refused by the flag's name. */
export function assertFits(schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error === undefined) return;
  const [issue] = error.issues;
  throw new InvalidArgumentError(`It ${issue === undefined ? "is not valid" : issueWords(issue)}.`);
}

export const parseAs =
  (schema: z.ZodType) =>
  (value: string): string => {
    assertFits(schema, value);
    return value;
  };

/** What names something, by its id, key or name. */
export const parseName = parseAs(name);

/** What names something in an address: an empty one, as of a variable that is not set, or a dot would name another address. */
export const parseReference = parseAs(name.refine(hasAddress, "must not be . or .."));

/** A program and its arguments, one after the other; an argument may be empty. */
export function parseCommand(value: string, before: readonly string[] = []): readonly string[] {
  if (before.length === 0 && value.trim() === "")
    throw new InvalidArgumentError("It must begin with a program to run.");
  return [...before, value];
}

export function parseFile(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It must name a file.");
  return resolve(value);
}

export function parseContent(value: string): ContentChoice {
  if (value === "published" || value === "draft") return value;
  throw new InvalidArgumentError("It must be published or draft.");
}

export function parseEnvironment(value: string): EnvironmentKey {
  const found = environmentKeys.find((key) => key === value);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`It must be one of: ${environmentKeys.join(", ")}.`);
}

/** A publication's number. */
export function parseVersion(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be the number of a publication: 1 or more.");
}

/** A seed that comes with Understudy, or the path of a seed file. */
export function parseSeed(value: string): string {
  if (value.trim() === "")
    throw new InvalidArgumentError("It must be demo, premiere, shop, or the path of a seed file.");
  return ownSeedNames.some((own) => own === value) ? value : resolve(value);
}

/** How many of a list. */
export function parseLimit(value: string): number {
  if (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 200) return Number(value);
  throw new InvalidArgumentError("It must be a number from 1 to 200.");
}

/** The address of a PostgreSQL database. @throws CliError */
export function parseStore(value: string): string {
  const wrong = wrongInStore(value);
  if (wrong === null) return value;
  // Commander would repeat the address, which may hold a password.
  throw new CliError(`The database's address must ${wrong}.`);
}

/** A data folder, or the address of a database. */
export const parseFolderOrStore = (value: string): string =>
  hasStoreScheme(value) ? parseStore(value) : parseFolder(value);

const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** What the address of a database must be or have, which this one is or has not; null where it can be one. */
export function wrongInStore(value: string): string | null {
  const url = hasStoreScheme(value) ? urlOf(value) : null;
  if (url === null) return "be one such as postgresql://user@host:5432/database";
  if (url.searchParams.getAll("sslmode").some((mode) => !sslModes.includes(mode)))
    return `have an sslmode that there is: ${sslModes.join(", ")}`;
  // It would end the name on its way, and the database would hang up without a word.
  if (/%00/.test(`${url.username}:${url.password}@${url.pathname}`))
    return "have no %00 in a name or password";
  return null;
}

const hasStoreScheme = (value: string): boolean => /^postgres(ql)?:\/\//.test(value);
