import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import { eventDays } from "../../core/rule.ts";
import type { TribeSet } from "../../core/targeting/decision.ts";
import { EventHistory } from "../../core/targeting/event-history.ts";
import type { EventCounts, Subject } from "../../core/targeting/subject.ts";
import type { User } from "../../core/user.ts";
import type { Store } from "../store/ports.ts";
import type { RecentMatches } from "./recent-matches.ts";

/** How far back an event can count, in ms. */
const eventSpan = eventDays * 86_400_000;

/** A person of whom only kind and id are known. */
export const stranger = ({ kind, id }: PersonRef, now: number): User => ({
  id,
  kind,
  fields: {},
  labels: [],
  platform: null,
  locale: null,
  timeZone: null,
  createdAt: new Date(now).toISOString(),
  firstSeenAt: null,
  lastSeenAt: null,
  sessions: 0,
});

const timeOrNull = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The person as rules see them. */
export function subjectOf(user: User, events: EventCounts, now: number): Subject {
  return {
    kind: user.kind,
    id: user.id,
    fields: user.fields,
    labels: user.labels,
    platform: user.platform,
    locale: user.locale,
    timeZone: user.timeZone,
    createdAt: timeOrNull(user.createdAt),
    firstSeenAt: timeOrNull(user.firstSeenAt),
    lastSeenAt: timeOrNull(user.lastSeenAt),
    sessions: user.sessions,
    events,
    now,
  };
}

/** When somebody did what rules count, of all events through a sequence. */
export interface PastActs {
  readonly history: EventHistory;
  readonly through: number;
}

/** Reads what is needed to decide about one person. */
export class People {
  private readonly store: Store;
  private readonly recent: RecentMatches;

  constructor(store: Store, recent: RecentMatches) {
    this.store = store;
    this.recent = recent;
  }

  /** What the store knows of them apart from their events; null where there is nobody of that kind and id. */
  find(environment: EnvironmentRef, { kind, id }: PersonRef): Promise<User | null> {
    return this.store.users.find({ environment, id, kind });
  }

  /**
   * When the person did what the Tribes' rules count, as of now. It includes every event that was acknowledged by now,
   * whichever server took it and however far behind the store's index is. Times before `now` − 30 days are left out.
   */
  async history(
    environment: EnvironmentRef,
    person: PersonRef,
    tribes: TribeSet,
    now: number,
  ): Promise<PastActs> {
    const { selectors } = tribes;
    if (selectors.length === 0) return { history: new EventHistory(), through: 0 };
    const keys = selectors.map(({ key }) => key);
    for (;;) {
      const known = this.recent.known(environment, keys);
      const { through, last, times } = await this.store.rules.times({
        environment,
        person,
        selectors,
        since: now - eventSpan,
        known,
      });
      const recent =
        known === null || through >= known.through
          ? []
          : this.recent.between(environment, person, through, known.through);
      // The index went on while this was read: it has the matches that memory has dropped.
      if (recent === null) continue;
      const history = new EventHistory(keys.map((key, index) => [key, times[index] ?? []]));
      for (const { selector, time } of recent) history.add(selector, time);
      return { history, through: Math.max(last, known?.through ?? 0) };
    }
  }
}
