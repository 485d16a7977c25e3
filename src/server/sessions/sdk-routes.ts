import type { Request } from "express";
import type { SdkApi } from "../../core/api/sdk.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { sdkAdvice, sdkAdviceHeader } from "../../core/sdk-versions.ts";
import type { SessionStart } from "../../core/session.ts";
import { signInProblem } from "../access/console-access.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { ExplainService } from "../explain/explain-service.ts";
import type { Handlers } from "../http/bind-routes.ts";
import { EventStream, message } from "../http/event-stream.ts";
import type { StoredSession } from "../store/ports.ts";
import type { LiveSessions } from "./live-sessions.ts";
import type { SdkEvents } from "./sdk-events.ts";
import type { SessionService } from "./session-service.ts";
import { withoutNulls } from "./without-nulls.ts";

/** All but `pair`, which is called before there is a key. */
type SdkHandlers = Handlers<Omit<SdkApi, "pair">, EnvironmentRef>;

/** The environment that a key opens to this caller, or null. */
export type OpenKey = (apiKey: string, req: Request) => EnvironmentRef | null;

/** `X-API-Key`, or `?key=` where headers can't be set. */
export function keyOf({ headers, query }: Request): string | null {
  const sent = headers["x-api-key"] || query.key;
  return typeof sent === "string" && sent !== "" ? sent : null;
}

/** The environment of the request's API key. @throws Problem unauthorized */
export function environmentOfKey(openKey: OpenKey, req: Request): EnvironmentRef {
  const sent = keyOf(req);
  if (sent === null) throw signInProblem("Send the environment's API key as X-API-Key, or as ?key=.");
  const environment = openKey(sent, req);
  if (environment === null)
    throw signInProblem(
      "This API key is not known, or was rotated. Copy the current one from the Space's settings.",
    );
  return environment;
}

const requiredProperties = [
  ["sdk", "name"],
  ["sdk", "version"],
  ["device", "id"],
  ["device", "platform"],
] as const;

/**
 * What a session is started with; null counts as left out, but for a field, which it removes.
 *
 * @throws Problem sdk-properties-required, naming each that lacks (spec, "Errors": the extra properties that the SDK sends)
 */
export function sessionBody(body: unknown): unknown {
  const sent = withoutNulls(body);
  if (typeof sent !== "object" || sent === null) return sent;
  const groups: Readonly<Record<string, unknown>> = { ...sent };
  const missing = requiredProperties.filter(([group, name]) => {
    const holder = groups[group];
    return typeof holder !== "object" || holder === null || (holder as Record<string, unknown>)[name] == null;
  });
  if (missing.length === 0)
    return { ...groups, ...storable(groups.fields), device: withoutNulls(groups.device) };
  const names = missing.map((path) => path.join(".")).join(", ");
  throw new Problem(
    "sdk-properties-required",
    `A session needs the SDK's own properties; these lack: ${names}.`,
    { errors: missing.map((path) => ({ path: `/${path.join("/")}`, detail: "is required" })) },
  );
}

/** Fields without the one that can't be kept: an app that passes on what it was given must not lose its session by it. */
function storable(fields: unknown): { readonly fields?: unknown } {
  if (typeof fields !== "object" || fields === null || !Object.hasOwn(fields, "__proto__")) return {};
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "__proto__")) };
}

/** Who is on stage in an environment, and when that may have changed. */
interface OnStage {
  readonly view: (environment: EnvironmentRef) => { readonly person: unknown };
  readonly follow: (listener: () => void) => () => void;
}

interface SdkServices {
  readonly sessions: SessionService;
  readonly events: SdkEvents;
  readonly live: LiveSessions;
  readonly clock: PlatformClock;
  readonly stages: OnStage;
  /** Whether the environment's Space has the fields of known users written by the platform only. */
  readonly locksFields: (environment: EnvironmentRef) => boolean;
  readonly explain: ExplainService;
  /** @throws Problem forbidden where the caller may not know the reasons */
  readonly assertMayExplain: (req: Request) => void;
  readonly onStarted: (req: Request, start: SessionStart) => void;
}

/** @throws Problem fields-locked */
function assertMayWrite({ userId, fields = {} }: SessionStart): void {
  if (userId === undefined || Object.keys(fields).length === 0) return;
  throw new Problem(
    "fields-locked",
    "In this Space only the Platform API writes the fields of known users. Start the session without `fields`.",
    { errors: [{ path: "/fields", detail: "must be left out with a `userId`" }] },
  );
}

export function sdkRoutes({
  sessions,
  events,
  live,
  clock,
  stages,
  locksFields,
  explain,
  assertMayExplain,
  onStarted,
}: SdkServices): SdkHandlers {
  const find = async (environment: EnvironmentRef, id: string): Promise<StoredSession> => {
    const session = await sessions.find(id, environment);
    if (session === null) throw new Problem("not-found", "There is no such session; start one.");
    return session;
  };
  return {
    startSession: async ({ context, body, req }) => {
      if (locksFields(context)) assertMayWrite(body);
      const started = await sessions.start(context, body);
      onStarted(req, body);
      const advice = sdkAdvice(body.sdk);
      const headers = { ...clock.headers(), ...(advice !== null && { [sdkAdviceHeader]: advice.inFull }) };
      return { body: started, headers };
    },
    getStates: async ({ context, params, res }) => {
      const body = await sessions.states(await find(context, params.sessionId));
      res.set({ "Cache-Control": "no-cache", ...clock.headers() });
      return { body };
    },
    streamStates: async ({ context, params, res }) => {
      const session = await find(context, params.sessionId);
      res.set(clock.headers());
      return () => live.connect(session, new EventStream(res));
    },
    streamStage:
      ({ context, res }) =>
      () =>
        followStage(stages, context, new EventStream(res)),
    explainSession: async ({ context, params, req, res }) => {
      assertMayExplain(req);
      const { person, environment } = await find(context, params.sessionId);
      const asked = { environment, at: clock.now(), content: "published" as const };
      const body = await explain.person(person, asked);
      if (body === null) throw new Problem("not-found", "The user is gone.");
      res.set({ "Cache-Control": "no-store", ...clock.headers() });
      return { body };
    },
    trackEvents: async ({ context, body, req }) => ({
      body: await events.track(context, body, bodyBytes(req)),
    }),
  };
}

/** Tells who is on stage: now, and whenever that is somebody else. */
function followStage(stages: OnStage, environment: EnvironmentRef, stream: EventStream): void {
  let told = "";
  const tell = () => {
    const { person } = stages.view(environment);
    const text = message("stage", { person });
    if (text !== told) stream.write(text);
    told = text;
  };
  stream.onEnd(stages.follow(tell));
  tell();
}

/** The size of a body that came as it is; an inflated one's is not known. */
function bodyBytes(req: Request): number | undefined {
  const length = req.headers["content-length"];
  return req.headers["content-encoding"] === undefined && length !== undefined ? Number(length) : undefined;
}
