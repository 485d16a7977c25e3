import { z } from "zod";
import { eventFilters, eventPage, eventRange, eventRate, eventRateQuery } from "../event.ts";
import { pageQuery } from "../primitives.ts";
import { replay, replayAnswer, replayOptions, replaySource } from "../replay.ts";
import type { RouteSpec } from "../route.ts";
import { seen } from "../seen.ts";
import { inEnvironment } from "./paths.ts";

const eventsQuery = eventFilters.extend(pageQuery.shape).extend(eventRange.shape);

/** Where a stream goes on: the `id` of its last message, or a sequence of the history. */
const streamPosition = z
  .string()
  .regex(/^\d{1,15}(-[0-9a-f]{1,32})?$/, "must be the id of a message of this stream, or a sequence");

/** The event history of an environment, and what was seen in it. */
export const eventsApi = {
  listEvents: {
    method: "get",
    path: `${inEnvironment}/events`,
    tag: "Events",
    summary: "Event history, newest first unless told",
    access: "viewer",
    query: eventsQuery,
    status: [200],
    answer: eventPage,
  },
  getEventRate: {
    method: "get",
    path: `${inEnvironment}/events/rate`,
    tag: "Events",
    summary: "How many events there were over time; the last 15 minutes unless told",
    access: "viewer",
    query: eventRateQuery,
    status: [200],
    answer: eventRate,
    says: ["Understudy-Clock"],
  },
  streamEvents: {
    method: "get",
    path: `${inEnvironment}/events/stream`,
    tag: "Events",
    summary: "Events as they arrive; Last-Event-ID resumes without a gap",
    access: "viewer",
    query: eventFilters.extend({ lastEventId: streamPosition.optional() }),
    status: [200],
    media: "text/event-stream",
    resumes: true,
  },
  exportEvents: {
    method: "get",
    path: `${inEnvironment}/events/export`,
    tag: "Events",
    summary: "Every matching event, oldest first, one a line",
    access: "viewer",
    query: eventFilters.extend(eventRange.pick({ after: true, before: true }).shape),
    status: [200],
    media: "application/x-ndjson",
    says: ["Content-Disposition"],
  },
  startReplay: {
    method: "post",
    path: `${inEnvironment}/events/replay`,
    tag: "Events",
    summary: "Play recorded events again, kept ones or a file's, at a pace",
    access: "editor",
    query: replayOptions,
    body: replaySource,
    ndjson: true,
    status: [201],
    answer: replay,
    problems: ["conflict"],
  },
  getReplay: {
    method: "get",
    path: `${inEnvironment}/events/replay`,
    tag: "Events",
    summary: "How far the replay is",
    access: "viewer",
    status: [200],
    answer: replayAnswer,
  },
  stopReplay: {
    method: "delete",
    path: `${inEnvironment}/events/replay`,
    tag: "Events",
    summary: "Stop the replay; what was played stays",
    access: "editor",
    status: [200],
    answer: replayAnswer,
  },
  getSeen: {
    method: "get",
    path: `${inEnvironment}/seen`,
    tag: "Events",
    summary: "Event names, metadata, fields, labels and devices that were really seen, for suggestions",
    access: "viewer",
    status: [200],
    answer: seen,
  },
} as const satisfies Record<string, RouteSpec>;
