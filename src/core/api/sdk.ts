import { eventsAnswer, eventsBody } from "../event.ts";
import { explanation } from "../explanation.ts";
import { pairBody, paired } from "../pairing.ts";
import type { RouteSpec } from "../route.ts";
import { sessionAnswer, sessionStart, statesAnswer } from "../session.ts";

/** Our own protocol on the SDK plane. The Segment-compatible routes beside it keep their own standard's shapes. */
export const sdkApi = {
  startSession: {
    method: "post",
    path: "/sdk/v1/sessions",
    tag: "SDK",
    summary: "Start a session for a user or visitor",
    access: "key",
    body: sessionStart,
    status: [201],
    answer: sessionAnswer,
    says: ["Understudy-Clock", "Understudy-SDK-Advice"],
    problems: ["sdk-properties-required", "fields-locked", "busy"],
  },
  getStates: {
    method: "get",
    path: "/sdk/v1/sessions/:sessionId/states",
    tag: "SDK",
    summary: "What the session's user is served; ETag and 304",
    access: "key",
    status: [200],
    answer: statesAnswer,
    etag: true,
    says: ["Understudy-Clock"],
  },
  streamStates: {
    method: "get",
    path: "/sdk/v1/sessions/:sessionId/stream",
    tag: "SDK",
    summary: "A message whenever what the user is served changes",
    access: "key",
    status: [200],
    media: "text/event-stream",
    says: ["Understudy-Clock"],
  },
  streamStage: {
    method: "get",
    path: "/sdk/v1/stage",
    tag: "SDK",
    summary: "A message with the person on stage, first and whenever a presenter chooses another one",
    access: "key",
    status: [200],
    media: "text/event-stream",
  },
  trackEvents: {
    method: "post",
    path: "/sdk/v1/events",
    tag: "SDK",
    summary: "Track events; 202 once they are durable",
    access: "key",
    body: eventsBody,
    status: [202],
    answer: eventsAnswer,
    problems: ["busy", "too-large"],
  },
  explainSession: {
    method: "get",
    path: "/sdk/v1/sessions/:sessionId/explanation",
    tag: "SDK",
    summary: "Why the session's user is served that; on Understudy's own computer and for paired devices",
    access: "key",
    status: [200],
    answer: explanation,
    says: ["Understudy-Clock"],
    problems: ["forbidden"],
  },
  pair: {
    method: "post",
    path: "/sdk/v1/pair",
    tag: "SDK",
    summary: "Exchange a pairing code for a key of the device's own",
    access: "public",
    body: pairBody,
    status: [200],
    answer: paired,
    secret: true,
    problems: ["gone"],
  },
} as const satisfies Record<string, RouteSpec>;

export type SdkApi = typeof sdkApi;
