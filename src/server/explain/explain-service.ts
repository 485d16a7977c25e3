import { metadataPairs } from "../../core/event.ts";
import type { ContentChoice, CountedEvent, ExplainBody, Explanation, Why } from "../../core/explanation.ts";
import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import type { EventLog, ExplainedSubject, TribeSet } from "../../core/targeting/decision.ts";
import { ReasonBudget } from "../../core/targeting/explain-node.ts";
import { type PastEvent, RecordedEvents } from "../../core/targeting/recorded-events.ts";
import type { Selector } from "../../core/targeting/subject.ts";
import type { User } from "../../core/user.ts";
import type { PlatformClock } from "../clock/platform-clock.ts";
import { oneByOne } from "../in-turns.ts";
import type { Store } from "../store/ports.ts";
import { type People, stranger, subjectOf } from "../targeting/people.ts";
import type { Model, TargetingService } from "../targeting/targeting-service.ts";

interface ExplainParts {
  readonly store: Store;
  readonly clock: PlatformClock;
  readonly targeting: TargetingService;
  readonly people: People;
}

/** Somebody who is not stored anywhere. */
type PretendPerson = Pick<ExplainBody, "user" | "events">;

/** How a decision is to be explained: when (ms UTC), and over what content. */
interface Asked {
  readonly environment: EnvironmentRef;
  readonly at: number;
  readonly content: ContentChoice;
}

/** Says why somebody gets what they get: each rule with what it wants and what there is, and the very events counted. */
export class ExplainService {
  private readonly parts: ExplainParts;

  constructor(parts: ExplainParts) {
    this.parts = parts;
  }

  /** A person of the environment; null where there is none of that name. */
  async person(person: PersonRef, asked: Asked): Promise<Explanation | null> {
    const user = await this.parts.people.find(asked.environment, person);
    if (user === null) return null;
    const model = await this.model(asked);
    const events = await this.eventsOf(person, model.tribes, asked, (log) =>
      this.explain(model, user, log, asked),
    );
    return this.explain(model, user, events, asked);
  }

  /** Why a person is in each of these Tribes or not, which need not be saved; null where there is none of that name. */
  async membership(
    person: PersonRef,
    tribes: TribeSet,
    ids: readonly string[],
    { environment, at }: Pick<Asked, "environment" | "at">,
  ): Promise<{ user: User; whys: Why[] } | null> {
    const user = await this.parts.people.find(environment, person);
    if (user === null) return null;
    const whys = (events: EventLog) => {
      const subject: ExplainedSubject = { ...subjectOf(user, events, at), events };
      const budget = new ReasonBudget();
      return oneByOne(ids, (id) => tribes.explain(id, subject, budget));
    };
    const events = await this.eventsOf(person, tribes, { environment, at }, whys);
    return { user, whys: await whys(events) };
  }

  /** A pretend person: nothing is looked up. */
  async pretend(body: PretendPerson, asked: Asked): Promise<Explanation> {
    return (await this.pretender(asked))(body, asked.at);
  }

  /** Explains one pretend person after the other, all by what decides now. `at` is in ms UTC. */
  async pretender(
    asked: Omit<Asked, "at">,
  ): Promise<(person: PretendPerson, at: number, budget?: ReasonBudget) => Promise<Explanation>> {
    const model = await this.model(asked);
    return ({ user, events }, at, budget) => {
      const log = new RecordedEvents(events.map(pastEvent), model.tribes.selectors);
      return this.explain(model, pretendUser(user, at), log, { ...asked, at }, budget);
    };
  }

  private async model({ environment, content }: Omit<Asked, "at">): Promise<Model> {
    const { targeting } = this.parts;
    return content === "draft" ? targeting.draftModel(environment) : targeting.model(environment);
  }

  /** Others' requests are answered in between: the reasons of a large Space take their time. */
  private async explain(
    { tribes, decider }: Model,
    user: User,
    events: EventLog,
    asked: Asked,
    budget = new ReasonBudget(),
  ): Promise<Explanation> {
    const subject: ExplainedSubject = { ...subjectOf(user, events, asked.at), events };
    const named = this.parts.targeting.document(asked.environment.spaceId).tribes;
    return {
      user,
      at: new Date(asked.at).toISOString(),
      clock: this.parts.clock.read(),
      environment: asked.environment.environment,
      content: asked.content,
      tribes: await oneByOne(named, ({ id, name }) => {
        const why = tribes.explain(id, subject, budget);
        return { id, name, matched: why.matched, why };
      }),
      experiences: await oneByOne(decider.explain(subject, budget), (one) => one),
    };
  }

  /** The counts in memory; for each window that `use` asks about, the events themselves, with one query for all. */
  private async eventsOf(
    person: PersonRef,
    tribes: TribeSet,
    { environment, at }: Pick<Asked, "environment" | "at">,
    use: (log: EventLog) => Promise<unknown>,
  ): Promise<EventLog> {
    const { history } = await this.parts.people.history(environment, person, tribes, at);
    const byKey = new Map(tribes.selectors.map((selector) => [selector.key, selector]));
    const wanted = new Map<string, Wanted>();
    await use({
      count: (selector, after, until) => history.count(selector, after, until),
      list: (key, after, until, limit) => {
        const selector = byKey.get(key);
        if (selector !== undefined) wanted.set(nameOf(key, after, until), { selector, after, until, limit });
        return [];
      },
    });
    const answers = await this.parts.store.rules.events({
      environment,
      person,
      requests: [...wanted.values()],
    });
    const lists = new Map(
      [...wanted.keys()].map((name, index) => [name, listOf(answers[index]?.events ?? [])]),
    );
    return {
      count: (selector, after, until) => history.count(selector, after, until),
      list: (key, after, until) => lists.get(nameOf(key, after, until)) ?? [],
    };
  }
}

function pretendUser(user: PretendPerson["user"], at: number): User {
  const { createdAt } = stranger(user, at);
  return {
    ...user,
    platform: user.platform ?? null,
    locale: user.locale ?? null,
    timeZone: user.timeZone ?? null,
    createdAt: user.createdAt ?? createdAt,
    firstSeenAt: user.firstSeenAt ?? null,
    lastSeenAt: user.lastSeenAt ?? null,
  };
}

const pastEvent = ({ name, time, metadata }: PretendPerson["events"][number], index: number): PastEvent => ({
  id: `event-${index + 1}`,
  name,
  time: Date.parse(time),
  pairs: metadataPairs(metadata).map(({ key, value }) => [key, value] as const),
});

interface Wanted {
  readonly selector: Selector;
  readonly after: number;
  readonly until: number;
  readonly limit: number;
}

const nameOf = (selector: string, after: number, until: number): string => `${after} ${until} ${selector}`;

const listOf = (events: readonly { id: string; name: string; time: number }[]): CountedEvent[] =>
  events.map(({ id, name, time }) => ({ id, name, time: new Date(time).toISOString() }));
