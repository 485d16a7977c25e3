import { type EnvironmentRef, environmentName, type PersonRef, personKey } from "../../core/refs.ts";
import type { TribeSet } from "../../core/targeting/decision.ts";
import type { EventHistory } from "../../core/targeting/event-history.ts";
import type { User } from "../../core/user.ts";
import type { PeopleChange } from "../store/ports.ts";

/** Somebody as deciding needs them; `user` is null where there is nobody of that kind and id. */
export interface KnownPerson {
  readonly user: User | null;
  readonly history: EventHistory;
}

interface Remembered extends KnownPerson {
  /** The Tribes that the history counts for. */
  readonly tribes: TribeSet;
  /** When it was read, by the platform clock, in ms UTC. */
  readonly at: number;
}

/** How many people are kept; the first of them leave. */
const mostPeople = 2_000;
/** With more counted events than this, somebody is read anew each time. */
const mostTimes = 1_000;

/** People that were read and have not changed since: whoever is asked about again and again costs no question to the store. */
export class RememberedPeople {
  private readonly people = new Map<string, Remembered>();
  /** The reading that may be kept, by person: a change while it is under way takes it away. */
  private readonly readings = new Map<string, object>();

  static nameOf(environment: EnvironmentRef, person: PersonRef): string {
    return `${environmentName(environment)}/${personKey(person)}`;
  }

  /** Null where they are not known as of now: since a clock that was set back, more of what they did counts. */
  find(name: string, tribes: TribeSet, now: number): KnownPerson | null {
    const found = this.people.get(name);
    return found !== undefined && found.tribes === tribes && found.at <= now ? found : null;
  }

  /** Before somebody is read. Gives what `keep` takes. */
  begin(name: string): object {
    const reading = {};
    this.readings.set(name, reading);
    return reading;
  }

  /** What was read; `null`: it is not to be kept. */
  end(name: string, reading: object, person: Remembered | null): void {
    if (this.readings.get(name) !== reading) return;
    this.readings.delete(name);
    const times = (known: Remembered) =>
      known.tribes.selectors.reduce((sum, { key }) => sum + known.history.times(key).length, 0);
    if (person === null || times(person) > mostTimes) return;
    this.people.delete(name);
    this.people.set(name, person);
    const [first] = this.people.keys();
    if (this.people.size > mostPeople && first !== undefined) this.people.delete(first);
  }

  forget({ environment, people }: PeopleChange): void {
    if (this.people.size + this.readings.size === 0) return;
    if (people === null) {
      this.people.clear();
      this.readings.clear();
      return;
    }
    for (const person of people) {
      const name = RememberedPeople.nameOf(environment, person);
      this.people.delete(name);
      this.readings.delete(name);
    }
  }
}
