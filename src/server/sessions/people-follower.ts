import { type EnvironmentRef, environmentName, type PersonRef } from "../../core/refs.ts";
import type { PeopleNews } from "../store/ports.ts";
import { sayFault, tellEach } from "../tell-each.ts";

/** How often it is looked at who was changed, in ms. */
const pollEvery = 200;
/** How long after a look that found somebody the next one comes at the soonest, in ms. */
const pause = 50;
/** How long after a look that concerned everybody the next one comes, in ms: an import goes on for a while, and all are decided for each time. */
const pauseAfterEverybody = 1_000;

/** `person` is null where everybody may be concerned. */
type OnPeopleChanged = (environment: EnvironmentRef, person: PersonRef | null) => void;

interface Followed {
  readonly environment: EnvironmentRef;
  /** The mark through which it was told. */
  through: number;
  watchers: number;
  /** When it is looked at next at the soonest, by `performance.now()`. */
  next: number;
}

/** Tells whom servers have changed, this one and others, where somebody watches. */
export class PeopleFollower {
  private readonly news: PeopleNews;
  private readonly onChanged: OnPeopleChanged;
  private readonly followed = new Map<string, Followed>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(news: PeopleNews, onChanged: OnPeopleChanged) {
    this.news = news;
    this.onChanged = onChanged;
  }

  /** From when it resolves every change is told, until the returned function is called. @throws Problem where it can't be read */
  async watch(environment: EnvironmentRef): Promise<() => void> {
    const name = environmentName(environment);
    const [through = 0] = await this.news.marks([environment]);
    const followed = this.followed.get(name) ?? { environment, through, watchers: 0, next: 0 };
    this.followed.set(name, followed);
    followed.watchers += 1;
    this.timer ??= setInterval(() => void this.look(), pollEvery).unref();
    let watches = true;
    return () => {
      if (watches) this.unwatch(name, followed);
      watches = false;
    };
  }

  /** This process has changed people: looks now, where it may. Whether the environment is watched, so that it is told of them. */
  onHint(environment: EnvironmentRef): boolean {
    const isWatched = this.followed.has(environmentName(environment));
    if (isWatched) void this.look();
    return isWatched;
  }

  private unwatch(name: string, followed: Followed): void {
    followed.watchers -= 1;
    if (followed.watchers > 0) return;
    this.followed.delete(name);
    if (this.followed.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const due = [...this.followed.values()].filter(({ next }) => next <= now);
    if (this.looking || due.length === 0) return;
    this.looking = true;
    try {
      const marks = await this.news.marks(due.map(({ environment }) => environment));
      await Promise.all(due.map((one, at) => this.tell(one, marks[at] ?? 0)));
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    } finally {
      this.looking = false;
    }
  }

  private async tell(followed: Followed, through: number): Promise<void> {
    const { environment, through: after } = followed;
    if (through === after) return;
    const people = await this.news.changed({ environment, after, through });
    followed.through = through;
    followed.next = performance.now() + (people === null ? pauseAfterEverybody : pause);
    for (const person of people ?? [null]) tellEach([this.onChanged], environment, person);
  }
}
