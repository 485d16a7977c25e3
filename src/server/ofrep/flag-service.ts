import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { State } from "../../core/state.ts";
import type { Item } from "../../core/targeting/decision.ts";
import type { FieldValue, User } from "../../core/user.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import type { AudienceListener, LiveSessions } from "../sessions/live-sessions.ts";
import { BoundaryTimer } from "../targeting/boundary-timer.ts";
import { type People, stranger, subjectOf } from "../targeting/people.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";

/** For whom flags are evaluated: a stored user, with what the caller adds for this evaluation only. */
export interface FlagContext {
  /** The userId; null for a visitor without an id. */
  readonly targetingKey: string | null;
  /** Lie over the stored user's fields. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly platform: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
}

export interface DecidedItem {
  readonly item: Item;
  readonly state: State;
  /** A rollout decided it, or would: without a targeting key there is no bucket. */
  readonly needsKey: boolean;
}

export interface Flags {
  readonly revision: number;
  /** In the order of items. */
  readonly decided: readonly DecidedItem[];
}

interface FlagParts {
  readonly clock: PlatformClock;
  readonly targeting: TargetingService;
  readonly people: People;
  readonly live: LiveSessions;
}

/** Nobody in particular: a visitor without an id. */
const nobody: PersonRef = { kind: "visitor", id: "" };

/** Decisions for whoever a flag's context describes. Nothing of it is stored. */
export class FlagService {
  private readonly parts: FlagParts;

  constructor(parts: FlagParts) {
    this.parts = parts;
  }

  async flags(environment: EnvironmentRef, context: FlagContext): Promise<Flags> {
    const { clock, targeting, people } = this.parts;
    const now = clock.now();
    const model = targeting.model(environment);
    const person = personOf(context);
    const [stored, { history }] = await Promise.all([
      person === nobody ? null : people.find(environment, person),
      people.history(environment, person, model.tribes, now),
    ]);
    const subject = subjectOf(described(stored ?? stranger(person, now), context), history, now);
    const states = model.decider.decide(subject);
    const needsKey = person === nobody ? model.decider.bucketed(subject) : new Set<string>();
    return {
      revision: model.revision,
      decided: model.decider.items.flatMap((item, index) => {
        const state = states[index];
        return state === undefined ? [] : [{ item, state, needsKey: needsKey.has(item.id) }];
      }),
    };
  }

  /** Also told when a schedule opens or closes. Not told: what only the age of one person's events changes. */
  onChange(environment: EnvironmentRef, listener: AudienceListener): () => void {
    const { clock, live } = this.parts;
    const boundaries = new BoundaryTimer({
      wait: () => {
        const next = clock.mode === "frozen" ? null : this.nextBoundary(environment);
        return next === null ? null : next - clock.now();
      },
      onReached: () => listener(null),
    });
    const off = live.listen(environment, (person) => {
      if (person === null) boundaries.arm();
      listener(person);
    });
    boundaries.arm();
    return () => {
      off();
      boundaries.stop();
    };
  }

  /** In ms since 1970 UTC; null where none comes, or the Space is gone. */
  private nextBoundary(environment: EnvironmentRef): number | null {
    const { clock, targeting } = this.parts;
    try {
      return targeting.model(environment).decider.nextBoundary(clock.now());
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}

const personOf = ({ targetingKey }: FlagContext): PersonRef =>
  targetingKey === null ? nobody : { kind: "known", id: targetingKey };

/** The stored person with what the context says over it. */
const described = (user: User, context: FlagContext): User => ({
  ...user,
  fields: { ...user.fields, ...context.fields },
  platform: context.platform ?? user.platform,
  locale: context.locale ?? user.locale,
  timeZone: context.timeZone ?? user.timeZone,
});
