import { eventLimits } from "../../core/event.ts";
import type { SessionAnswer, SessionStart, StatesAnswer } from "../../core/session.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { EventStream } from "../http/event-stream.ts";
import type { EnvironmentRef, PersonRef } from "../ingest/ingest-types.ts";
import type { EventStore } from "../store/event-store.ts";
import type { StoredSession } from "../store/messages.ts";
import { newId } from "../workspace/new-id.ts";

/** How many sessions are kept in memory, so that an event that names its session costs no look into the store. */
const remembered = 20_000;

/** SDK sessions: started for a known user or a visitor of one environment. */
export class SessionService {
  private readonly store: EventStore;
  private readonly clock: PlatformClock;
  private readonly recent = new Map<string, StoredSession>();
  private readonly streams = new Map<string, Set<EventStream>>();

  constructor(store: EventStore, clock: PlatformClock) {
    this.store = store;
    this.clock = clock;
  }

  /** Starts a session; with a `userId` the known-user flow, without one the anonymous flow. A Roku's is in Production whatever its key. */
  async start(keyEnvironment: EnvironmentRef, start: SessionStart): Promise<SessionAnswer> {
    const environment: EnvironmentRef =
      start.sdk.name === "roku" ? { ...keyEnvironment, environment: "production" } : keyEnvironment;
    const person = personOf(start);
    const id = newId("ses");
    const at = this.clock.now();
    const { sdk, device } = start;
    const anonymousId = start.anonymousId ?? null;
    await this.store.write("startSession", {
      environment,
      id,
      person,
      anonymousId,
      fields: start.fields ?? {},
      at,
      sdk,
      device,
    });
    const { platform, locale = null, timeZone = null } = device;
    this.remember({
      id,
      environment,
      person,
      startedAt: at,
      sdk,
      device: { platform, locale, timeZone },
    });
    return {
      session: {
        id,
        user: { id: person.id, anonymous: person.kind === "visitor" },
        environment: environment.environment,
        startedAt: new Date(at).toISOString(),
      },
      ...this.states(),
    };
  }

  /** The session, where it belongs to the Space of the caller's key. */
  async find(id: string, spaceId: string): Promise<StoredSession | null> {
    const found = this.recent.get(id) ?? (await this.store.read("session", id));
    if (found === null || found.environment.spaceId !== spaceId) return null;
    this.remember(found);
    return found;
  }

  /** What the session's user is served: nothing, as long as no Collection can be published. */
  states(): StatesAnswer {
    return { revision: 0, states: {}, tribes: [] };
  }

  /** Counts a session's stream for as long as it is open. */
  connect({ spaceId, environment }: EnvironmentRef, stream: EventStream): void {
    const name = `${spaceId}/${environment}`;
    const open = this.streams.get(name) ?? new Set();
    this.streams.set(name, open.add(stream));
    stream.onEnd(() => open.delete(stream));
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, open] of this.streams) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.streams.delete(name);
      for (const stream of open) stream.end();
    }
  }

  /** How many sessions have an open stream. */
  connected({ spaceId, environment }: EnvironmentRef): number {
    return this.streams.get(`${spaceId}/${environment}`)?.size ?? 0;
  }

  private remember(session: StoredSession): void {
    this.recent.delete(session.id);
    this.recent.set(session.id, session);
    if (this.recent.size > remembered) {
      for (const oldest of this.recent.keys()) {
        this.recent.delete(oldest);
        if (this.recent.size <= remembered - eventLimits.perRequest) break;
      }
    }
  }
}

function personOf({ userId, anonymousId }: SessionStart): PersonRef {
  if (userId !== undefined) return { kind: "known", id: userId };
  return { kind: "visitor", id: anonymousId ?? newId("v") };
}
