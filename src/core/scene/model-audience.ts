import type { Decider, TribeSet } from "../targeting/decision.ts";
import { EventHistory } from "../targeting/event-history.ts";
import { eventMatcher } from "../targeting/event-matcher.ts";
import type { Player } from "./cast.ts";
import type { Audience, Moment } from "./history.ts";
import { Served } from "./visit.ts";

interface Seen {
  readonly events: EventHistory;
  firstSeenAt: number | null;
  lastSeenAt: number | null;
  sessions: number;
}

/** A scene's audience in memory: what an environment serves decides, from what each person did in the scene so far. */
export class ModelAudience implements Audience {
  private readonly decider: Decider;
  private readonly createdAt: number;
  private readonly tests = new Map<
    string,
    { readonly key: string; readonly matches: ReturnType<typeof eventMatcher> }[]
  >();
  private readonly people = new Map<string, Seen>();
  /** Of what is decided about, by its id and by its key. */
  private readonly places: ReadonlyMap<string, { readonly id: string; readonly at: number }>;

  /** `createdAt`: since when everybody has been known, in ms UTC. */
  constructor(
    { tribes, decider }: { readonly tribes: TribeSet; readonly decider: Decider },
    createdAt: number,
  ) {
    this.decider = decider;
    this.createdAt = createdAt;
    this.places = new Map(
      decider.items.flatMap(({ id, key }, at) => [[id, { id, at }] as const, [key, { id, at }] as const]),
    );
    for (const { key, name, where } of tribes.selectors)
      this.tests.set(name, [...(this.tests.get(name) ?? []), { key, matches: eventMatcher(where) }]);
  }

  served({ kind, id, fields, labels, platform }: Player, now: number): Served {
    const { events, firstSeenAt, lastSeenAt, sessions } = this.seen(id);
    const states = this.decider.decide({
      kind,
      id,
      fields,
      labels,
      platform,
      locale: null,
      timeZone: null,
      createdAt: this.createdAt,
      firstSeenAt: firstSeenAt ?? now,
      lastSeenAt: lastSeenAt ?? now,
      sessions: sessions + 1,
      events,
      now,
    });
    return new Served((reference) => {
      const place = this.places.get(reference);
      const state = place && states[place.at];
      return state && [place.id, state];
    });
  }

  did({ player, time, event, pairs }: Moment): void {
    const seen = this.seen(player.id);
    seen.firstSeenAt ??= time;
    seen.lastSeenAt = time;
    if (event === null) seen.sessions += 1;
    const tests = event === null ? undefined : this.tests.get(event);
    if (tests === undefined) return;
    const found = pairs.map(({ key, value }) => [key, value] as const);
    for (const { key, matches } of tests) if (matches(found)) seen.events.add(key, time);
  }

  private seen(id: string): Seen {
    const known = this.people.get(id) ?? {
      events: new EventHistory(),
      firstSeenAt: null,
      lastSeenAt: null,
      sessions: 0,
    };
    this.people.set(id, known);
    return known;
  }
}
