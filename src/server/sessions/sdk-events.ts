import { beginningOf } from "../../core/characters.ts";
import {
  type EventInput,
  type EventSource,
  type EventsAnswer,
  eventInput,
  eventLimits,
  metadataPairs,
  type Rejection,
} from "../../core/event.ts";
import { eventGroup, reservedGroup } from "../../core/event-group.ts";
import { isWritableTime } from "../../core/primitives.ts";
import type { EventProblemCode } from "../../core/problem.ts";
import { fieldErrors } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { SdkProperties } from "../../core/session.ts";
import type { IngestService } from "../ingest/ingest-service.ts";
import type { IngestItem, NewEvent } from "../store/events.ts";
import type { StoredSession } from "../store/ports.ts";
import { newId } from "../workspace/new-id.ts";
import { placeOf, type SessionService } from "./session-service.ts";
import { withoutNulls } from "./without-nulls.ts";

interface Batch {
  readonly sentAt?: string | undefined;
  readonly events: readonly unknown[];
  readonly sdk?: SdkProperties | undefined;
}

interface Refusal {
  readonly code: EventProblemCode;
  readonly detail: string;
}

/** Where an item is kept: with the key's environment, or with its session's. */
interface Placed {
  readonly environment: EnvironmentRef;
  readonly item: IngestItem;
}

/** Takes a batch in our own protocol: each event is accepted or refused by itself (CONTRACT.md, SDK plane). */
export class SdkEvents {
  private readonly sessions: SessionService;
  private readonly ingest: Pick<IngestService, "submit">;
  private readonly now: () => number;

  constructor(sessions: SessionService, ingest: Pick<IngestService, "submit">, now: () => number) {
    this.sessions = sessions;
    this.ingest = ingest;
    this.now = now;
  }

  /** Resolves once what was accepted is durable. `bodyBytes`: the size of the whole request, where it is known. */
  async track(
    keyEnvironment: EnvironmentRef,
    batch: Batch,
    bodyBytes = Number.POSITIVE_INFINITY,
  ): Promise<EventsAnswer> {
    const reading: Reading = {
      keyEnvironment: placeOf(keyEnvironment, batch.sdk ?? null),
      skew: batch.sentAt === undefined ? 0 : this.now() - Date.parse(batch.sentAt),
      sdk: batch.sdk ?? null,
      sessions: await this.sessionsOf(batch.events, keyEnvironment),
      maySurpassSize: bodyBytes > eventLimits.eventBytes,
    };
    const placed = batch.events.map((raw) => place(raw, reading));
    for (const group of byEnvironment(placed)) await this.ingest.submit(group.environment, group.items);
    const rejected = placed.flatMap(({ item }, index): Rejection[] =>
      item.kind === "refused"
        ? [{ index, id: item.event.id, code: item.event.code, detail: item.event.detail }]
        : [],
    );
    return { accepted: placed.length - rejected.length, rejected };
  }

  /** The sessions that a batch names, by id. */
  private async sessionsOf(events: readonly unknown[], key: EnvironmentRef): Promise<Reading["sessions"]> {
    const found = new Map<string, StoredSession>();
    const ids = new Set(events.map((raw) => (raw as { sessionId?: unknown } | null)?.sessionId));
    for (const id of ids) {
      const session = typeof id === "string" ? await this.sessions.find(id, key) : null;
      if (session !== null) found.set(session.id, session);
    }
    return found;
  }
}

/** What a batch's events are read with. `skew` in ms. */
interface Reading {
  readonly keyEnvironment: EnvironmentRef;
  readonly skew: number;
  readonly sdk: SdkProperties | null;
  readonly sessions: ReadonlyMap<string, StoredSession>;
  /** Whether one of the events could be too large: it can't, where the whole batch is small. */
  readonly maySurpassSize: boolean;
}

function place(
  raw: unknown,
  { keyEnvironment, skew, sdk: batchSdk, sessions, maySurpassSize }: Reading,
): Placed {
  const input = readEvent(raw, maySurpassSize);
  if ("code" in input) return { environment: keyEnvironment, item: refused(raw, input, batchSdk) };
  if (!isWritableTime(Date.parse(input.time) + skew)) {
    const detail = "/time is out of the calendar once it is corrected by sentAt";
    return { environment: keyEnvironment, item: refused(raw, { code: "invalid-time", detail }, batchSdk) };
  }
  const session = input.sessionId === undefined ? null : (sessions.get(input.sessionId) ?? null);
  const person = personOf(input, session);
  const environment = session?.environment ?? keyEnvironment;
  const sdk = batchSdk ?? session?.sdk ?? null;
  if (person === null) {
    const detail = "needs a userId, an anonymousId, or the sessionId of a session that is known";
    return { environment, item: refused(raw, { code: "no-user", detail }, sdk) };
  }
  return { environment, item: { kind: "event", event: newEvent(input, person, skew, sdk) } };
}

function newEvent(input: EventInput, person: PersonRef, skew: number, sdk: SdkProperties | null): NewEvent {
  return {
    id: input.id ?? newId("evt"),
    name: input.name,
    time: Date.parse(input.time) + skew,
    person,
    sessionId: input.sessionId ?? null,
    experienceId: input.experienceId ?? null,
    pairs: metadataPairs(input.metadata ?? {}),
    source: sourceOf(sdk),
    sdk,
  };
}

/** A scene's people come through the same door, and say what they are. */
const sourceOf = (sdk: SdkProperties | null): EventSource =>
  sdk?.name === "simulator" ? "simulator" : "sdk";

/** The event's own user or visitor, else its session's. */
function personOf(input: EventInput, session: StoredSession | null): PersonRef | null {
  if (input.userId !== undefined) return { kind: "known", id: input.userId };
  if (session !== null) return session.person;
  return input.anonymousId === undefined ? null : { kind: "visitor", id: input.anonymousId };
}

/** An event as an SDK sent it, or why it is refused: what every way in to the log holds to. */
export function readEvent(raw: unknown, maySurpassSize: boolean): EventInput | Refusal {
  const size = maySurpassSize ? Buffer.byteLength(JSON.stringify(raw) ?? "") : 0;
  if (size > eventLimits.eventBytes)
    return { code: "too-large", detail: `is ${size} bytes; at most ${eventLimits.eventBytes} are kept` };
  const pairs = pairCount(raw);
  if (pairs > 3)
    return { code: "too-many-pairs", detail: `has ${pairs} metadata pairs; at most 3 are allowed` };
  const result = eventInput.safeParse(eventOf(raw));
  if (!result.success) {
    const [first] = fieldErrors(result.error);
    const detail = `${first?.path ?? ""} ${first?.detail ?? "is not valid"}`.trim();
    return { code: codeOf(first?.path ?? ""), detail };
  }
  if (eventGroup(result.data.name) === reservedGroup) {
    return { code: "reserved-group", detail: `the group "${reservedGroup}" is reserved for the SDK` };
  }
  return result.data;
}

function eventOf(raw: unknown): unknown {
  const event = withoutNulls(raw);
  if (typeof event !== "object" || event === null || !("metadata" in event)) return event;
  const metadata = withoutNulls(event.metadata);
  return metadata === event.metadata ? event : { ...event, metadata };
}

/** How many pairs there are; 0 where there can't be more than three. */
function pairCount(raw: unknown): number {
  const metadata =
    typeof raw === "object" && raw !== null ? (raw as { metadata?: unknown }).metadata : undefined;
  if (typeof metadata !== "object" || metadata === null || Object.keys(metadata).length <= 3) return 0;
  return Object.entries(metadata).filter(([key, pair]) => /^pair\d+$/.test(key) && pair !== null).length;
}

/** The code of a refusal, by the member that is wrong. */
function codeOf(path: string): EventProblemCode {
  const member = path.split("/")[1];
  switch (member) {
    case "name":
      return "invalid-name";
    case "time":
      return "invalid-time";
    case "metadata":
      return "invalid-metadata";
    case "userId":
    case "anonymousId":
      return "no-user";
    default:
      return "invalid-event";
  }
}

function refused(raw: unknown, refusal: Refusal, sdk: SdkProperties | null): IngestItem {
  const seen = typeof raw === "object" && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {};
  const text = (value: unknown): string | null =>
    typeof value === "string" && value !== "" ? beginningOf(value, 200) : null;
  const userId = text(seen.userId);
  const anonymousId = text(seen.anonymousId);
  const person: PersonRef | null =
    userId !== null
      ? { kind: "known", id: userId }
      : anonymousId !== null
        ? { kind: "visitor", id: anonymousId }
        : null;
  return {
    kind: "refused",
    event: {
      id: text(seen.id) ?? newId("evt"),
      name: text(seen.name),
      person,
      ...refusal,
      source: sourceOf(sdk),
      sdk,
      original: raw,
    },
  };
}

/** Items by environment, each group in order; nearly always there is one. */
function byEnvironment(placed: readonly Placed[]): { environment: EnvironmentRef; items: IngestItem[] }[] {
  const groups = new Map<string, { environment: EnvironmentRef; items: IngestItem[] }>();
  for (const { environment, item } of placed) {
    const group = groups.get(environment.environment) ?? { environment, items: [] };
    group.items.push(item);
    groups.set(environment.environment, group);
  }
  return [...groups.values()];
}
