import type { z } from "zod";
import { version } from "../../../package.json";
import { cliVersionHeader } from "../../core/cli-version.ts";
import { type FieldError, problemDocument } from "../../core/problem.ts";
import type { RouteSpec } from "../../core/route.ts";
import {
  CliError,
  foreignAnswer,
  isPassing,
  PassingError,
  refuseRedirect,
  unreachable,
} from "../cli-error.ts";
import { credentials, notSignedIn } from "../credentials.ts";
import { refuseOrgSecret } from "../org-secret.ts";
import { printAside, visible } from "../output.ts";
import { answerJson } from "./answer-json.ts";
import { findPlatform, notRunning } from "./find-platform.ts";

/** How long an answer may take, in ms; not a POST's, which may be as much work as there is data: who gives it up does not know whether it is done. */
const ANSWER_MS = 60_000;
/** Whoever waits for longer than this, in ms, is told what for. */
const QUIET_MS = 5_000;

interface Asked<S extends z.ZodType> {
  readonly body?: unknown;
  readonly answer: S;
}

interface Opened {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Sent<S extends z.ZodType> extends Opened {
  readonly body: ReadableStream;
  readonly answer: S;
}

/** Calls the Platform API as the person who runs the command. */
export class PlatformClient {
  readonly url: string;
  private readonly token: string | (() => Promise<string>);

  /** `token`: or how to find it before each request, as that of a sign-in ends after an hour. */
  constructor(url: string, token: string | (() => Promise<string>)) {
    this.url = url;
    this.token = token;
  }

  /** @throws CliError with what the platform says, or where it does not answer */
  async ask<S extends z.ZodType>(
    method: string,
    path: string,
    { body, answer }: Asked<S>,
  ): Promise<z.output<S>> {
    return (await this.askTagged(method, path, { body, answer })).body;
  }

  /** The same with the answer's ETag, which is empty where it has none. */
  async askTagged<S extends z.ZodType>(
    method: string,
    path: string,
    { body, answer }: Asked<S>,
  ): Promise<{ readonly body: z.output<S>; readonly etag: string }> {
    const response = await this.request(method, path, body);
    return { body: await this.read(response, answer), etag: response.headers.get("etag") ?? "" };
  }

  /** Sends what is read bit by bit, however long that takes. @throws CliError as `ask` */
  async send<S extends z.ZodType>(path: string, { headers, answer, ...init }: Sent<S>): Promise<z.output<S>> {
    const sent = { ...init, headers: headers ?? {}, duplex: "half" } as const;
    return this.read(await this.fetch("POST", path, sent), answer);
  }

  /** An answer of the route's media to be read bit by bit, however long that takes. @throws CliError as `ask` */
  async open(
    { method, media }: Pick<RouteSpec, "method" | "media">,
    path: string,
    { headers, ...init }: Opened,
  ): Promise<Response> {
    const asked = this.fetch(method.toUpperCase(), path, { ...init, headers: headers ?? {} });
    const response = await this.waitedFor(asked);
    if (!response.ok) throw refusal(this.url, response, await answerJson(this.url, response));
    if (media === undefined || response.headers.get("content-type")?.startsWith(media)) return response;
    // Whoever answers there may go on for ever.
    await response.body?.cancel();
    throw foreignAnswer(this.url, response.status);
  }

  private async read<S extends z.ZodType>(response: Response, answer: S): Promise<z.output<S>> {
    const json = await answerJson(this.url, response);
    if (!response.ok) throw refusal(this.url, response, json);
    const result = answer.safeParse(json);
    if (result.success) return result.data;
    throw new CliError(`${this.url} gave an answer that this version does not understand.`);
  }

  private request(method: string, path: string, body: unknown): Promise<Response> {
    const asked = this.fetch(method, path, {
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(method !== "POST" && { signal: AbortSignal.timeout(ANSWER_MS) }),
    });
    return this.waitedFor(asked);
  }

  private async waitedFor(asked: Promise<Response>): Promise<Response> {
    const waiting = setTimeout(() => printAside(`Waiting for ${this.url} to answer …`), QUIET_MS);
    try {
      return await asked;
    } finally {
      clearTimeout(waiting);
    }
  }

  private async fetch(
    method: string,
    path: string,
    init: Omit<RequestInit, "headers"> & {
      readonly headers: Readonly<Record<string, string>>;
      readonly duplex?: "half";
    },
  ): Promise<Response> {
    const token = typeof this.token === "string" ? this.token : await this.token();
    const headers = {
      ...init.headers,
      authorization: `Bearer ${token}`,
      [cliVersionHeader]: version,
    };
    const sent = { ...init, method, headers, redirect: "manual" } as const;
    const response = await fetch(new URL(path, this.url), sent).catch((error: unknown) => {
      throw unreachable(this.url, error);
    });
    refuseRedirect(this.url, response);
    return response;
  }
}

/** Finds the platform and signs in. @throws CliError that says what to do */
export async function connect(dataDir?: string): Promise<PlatformClient> {
  refuseOrgSecret([], process.env);
  const url = await findPlatform(dataDir);
  if (url === null) throw notRunning(dataDir);
  await credentials(url);
  return new PlatformClient(url, () => credentials(url));
}

/** The same for what is the operator's alone. @throws CliError as `connect`; no sign-in is enough */
export const connectAsOperator = (dataDir?: string): Promise<PlatformClient> =>
  connect(dataDir).catch((error: unknown) => {
    if (!(error instanceof CliError && error.details.code === notSignedIn)) throw error;
    throw new CliError(
      "This is for the operator of the workspace: set UNDERSTUDY_TOKEN to an owner's token of theirs, from the console's settings. `understudy login` gives an editor's rights at most.",
      { code: notSignedIn },
    );
  });

const advice: Readonly<Record<string, string>> = {
  unauthorized: " Sign in again with `understudy login`, or set UNDERSTUDY_TOKEN to a token that is valid.",
  forbidden:
    " Ask an owner of the organization (for settings and the clock: the operator) for the right, sign in as somebody else, or set UNDERSTUDY_TOKEN to a token of yours with that role: `understudy login` gives an editor's at most.",
};

function refusal(url: string, { status, headers }: Response, json: unknown): CliError {
  const problem = problemDocument.safeParse(json);
  if (!problem.success) return foreignAnswer(url, status);
  const { code, detail, errors } = problem.data;
  const message = [`${visible(detail)}${advice[code] ?? ""}`, ...notIn(detail, errors ?? [])].join("\n");
  const details = { code, status, ...(errors !== undefined && { errors }) };
  return isPassing(status)
    ? new PassingError(message, details, headers.get("retry-after"))
    : new CliError(message, details);
}

/** What else is wrong, a line each: the first error mostly is the detail itself. */
const notIn = (detail: string, errors: readonly FieldError[]): string[] =>
  errors
    .map((error) => `${error.path || "The whole"} ${error.detail}`)
    .filter((line) => !detail.startsWith(line))
    .map((line) => `  ${visible(line)}`);
