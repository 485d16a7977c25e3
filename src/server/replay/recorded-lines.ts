import type { Request } from "express";
import { metadataPairs } from "../../core/event.ts";
import { eventGroup, reservedGroup } from "../../core/event-group.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { type FieldError, fieldErrors, invalid } from "../../core/problem.ts";
import type { PersonRef } from "../../core/refs.ts";
import { type RecordedEvent, recordedEvent } from "../../core/replay.ts";
import { readLines } from "../http/body-lines.ts";
import type { Recorded } from "./replay-recording.ts";

/** The longest line, in characters: an exported event with its whole original fits. */
const maxLine = 1024 * 1024;
const errorsShown = 20;

/** A body of exported events, one a line, as a recording. */
export const recordedBody = (req: Request): AsyncGenerator<Recorded | null> =>
  recordedLines(readLines(req, maxLine));

/** The recording that lines tell. @throws Problem invalid-body that names each wrong line, the first twenty of them */
export async function* recordedLines(lines: AsyncIterable<string | null>): AsyncGenerator<Recorded | null> {
  const errors: FieldError[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line?.trim() === "") continue;
    const read = line === null ? "is not UTF-8" : readLine(line);
    if (typeof read === "string") errors.push({ path: `/${number}`, detail: read });
    else if (errors.length === 0) yield read;
    if (errors.length === errorsShown) break;
  }
  if (errors.length > 0) throw invalid(errors);
}

/** The event, null for one that was refused when it came, or what is wrong with the line. */
function readLine(line: string): Recorded | null | string {
  const raw = parsedJson(line);
  if (raw === undefined) return "is not JSON: a recording has one event a line";
  if (isRefused(raw)) return null;
  const result = recordedEvent.safeParse(raw);
  if (!result.success) {
    return fieldErrors(result.error)
      .map(({ path, detail }) => `${path || "the event"} ${detail}`)
      .join("; ")
      .slice(0, 500);
  }
  return readEvent(result.data);
}

/** A refused event need not be right in anything else. */
const isRefused = (raw: unknown): boolean =>
  (raw as { readonly status?: unknown } | null)?.status === "rejected";

function readEvent(event: RecordedEvent): Recorded | string {
  const person = personOf(event);
  if (person === null) return "needs a userId or an anonymousId";
  if (eventGroup(event.name) === reservedGroup) return `/name is in "${reservedGroup}", the SDK's own group`;
  return {
    receivedAt: Date.parse(event.receivedAt ?? event.time),
    name: event.name,
    time: Date.parse(event.time),
    person,
    sessionId: event.sessionId ?? null,
    experienceId: event.experienceId ?? null,
    pairs: metadataPairs(event.metadata ?? {}),
  };
}

function personOf({ userId, anonymousId }: RecordedEvent): PersonRef | null {
  if (userId !== undefined) return { kind: "known", id: userId };
  return anonymousId === undefined ? null : { kind: "visitor", id: anonymousId };
}
