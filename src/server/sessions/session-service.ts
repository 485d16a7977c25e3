import { eventLimits } from "../../core/event.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type {
  Device,
  DeviceFacts,
  Session,
  SessionAnswer,
  SessionStart,
  StatesAnswer,
} from "../../core/session.ts";
import type { TribeSet } from "../../core/targeting/decision.ts";
import type { EventHistory } from "../../core/targeting/event-history.ts";
import type { User } from "../../core/user.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { JsonText } from "../http/json-text.ts";
import type { Store, StoredSession } from "../store/ports.ts";
import { type People, stranger, subjectOf } from "../targeting/people.ts";
import { decide, statesMembers } from "../targeting/states.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import { newId } from "../workspace/new-id.ts";
import type { LiveSessions } from "./live-sessions.ts";

/** How many sessions are kept in memory, so that an event that names its session costs no look into the store. */
const remembered = 20_000;

interface SessionParts {
  readonly store: Store;
  readonly clock: PlatformClock;
  readonly targeting: TargetingService;
  readonly people: People;
  readonly live: LiveSessions;
}

/** SDK sessions: started for a known user or a visitor of one environment. */
export class SessionService {
  private readonly store: Store;
  private readonly clock: PlatformClock;
  private readonly targeting: TargetingService;
  private readonly people: People;
  private readonly live: LiveSessions;
  private readonly recent = new Map<string, StoredSession>();

  constructor({ store, clock, targeting, people, live }: SessionParts) {
    this.store = store;
    this.clock = clock;
    this.targeting = targeting;
    this.people = people;
    this.live = live;
  }

  /** Starts a session; with a `userId` the known-user flow, without one the anonymous flow. A Roku's is in Production whatever its key. */
  async start(keyEnvironment: EnvironmentRef, start: SessionStart): Promise<JsonText<SessionAnswer>> {
    const environment = placeOf(keyEnvironment, start.sdk);
    const person = personOf(start);
    const id = newId("ses");
    const at = this.clock.now();
    const { sdk, device } = start;
    const anonymousId = start.anonymousId ?? null;
    const { tribes } = this.targeting.model(environment);
    const [user, { history }] = await Promise.all([
      this.store.users.startSession({
        environment,
        id,
        person,
        anonymousId,
        fields: start.fields ?? {},
        at,
        sdk,
        device,
      }),
      this.people.history(environment, person, tribes, at),
    ]);
    this.remember({ id, environment, person, startedAt: at, sdk, device: deviceFacts(device) });
    this.live.onPersonChanged(environment, person);
    const session: Session = {
      id,
      user: { id: person.id, anonymous: person.kind === "visitor" },
      environment: environment.environment,
      startedAt: new Date(at).toISOString(),
    };
    const decided = await this.decided(environment, person, user, { tribes, history });
    return new JsonText(`{"session":${JSON.stringify(session)},${decided}}`);
  }

  /** The session, where it belongs to the environment of the caller's key; a Roku's is found by any key of its Space. */
  async find(id: string, key: EnvironmentRef): Promise<StoredSession | null> {
    const found = this.recent.get(id) ?? (await this.store.users.session({ spaceId: key.spaceId, id }));
    if (found === null) return null;
    const { spaceId, environment } = placeOf(key, found.sdk);
    if (found.environment.spaceId !== spaceId || found.environment.environment !== environment) return null;
    this.remember(found);
    return found;
  }

  /** What the session's person is served now. */
  async states(session: StoredSession): Promise<JsonText<StatesAnswer>> {
    const { environment, person, device } = session;
    const { tribes } = this.targeting.model(environment);
    const now = this.clock.now();
    const [found, { history }] = await Promise.all([
      this.people.find(environment, person),
      this.people.history(environment, person, tribes, now),
    ]);
    const user = { ...(found ?? stranger(person, now)), ...device };
    return new JsonText(`{${await this.decided(environment, person, user, { tribes, history })}}`);
  }

  /** `read`: what they did, as some Tribes count it; where those are others by now, it is read anew. */
  private async decided(
    environment: EnvironmentRef,
    person: PersonRef,
    user: User,
    read: { readonly tribes: TribeSet; readonly history: EventHistory },
  ): Promise<string> {
    const model = this.targeting.model(environment);
    const now = this.clock.now();
    const { history } =
      read.tribes === model.tribes ? read : await this.people.history(environment, person, model.tribes, now);
    const subject = subjectOf(user, history, now);
    return statesMembers(decide(model, subject), subject);
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

/** Where what an SDK says belongs: with its key's environment, but a Roku is always in Production (spec, "SDK"). */
export const placeOf = (key: EnvironmentRef, sdk: { readonly name: string } | null): EnvironmentRef =>
  sdk?.name.toLowerCase() === "roku" ? { ...key, environment: "production" } : key;

const deviceFacts = ({ platform, locale, timeZone }: Device): DeviceFacts => ({
  platform,
  locale: locale ?? null,
  timeZone: timeZone ?? null,
});

function personOf({ userId, anonymousId }: SessionStart): PersonRef {
  if (userId !== undefined) return { kind: "known", id: userId };
  return { kind: "visitor", id: anonymousId ?? newId("v") };
}
