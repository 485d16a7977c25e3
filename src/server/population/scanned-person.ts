import type { DeviceFacts } from "../../core/session.ts";
import type { EventCounts, Subject } from "../../core/targeting/subject.ts";
import type { UserFields, UserKind } from "../../core/user.ts";

/** People that were read together, a column each; null for a column that nobody asks for. */
export interface PeopleChunk {
  readonly kind: UserKind;
  readonly ids: readonly string[];
  readonly fields: readonly UserFields[] | null;
  readonly labels: readonly (readonly string[])[] | null;
  readonly devices: readonly (Partial<DeviceFacts> | null)[] | null;
  readonly created: readonly number[] | null;
  readonly firstSeen: readonly (number | null)[] | null;
  readonly lastSeen: readonly (number | null)[] | null;
  readonly sessions: readonly number[] | null;
}

const noFields: UserFields = {};
const noLabels: readonly string[] = [];

/** One of a chunk as rules see them. */
export class ScannedPerson implements Subject {
  readonly events: EventCounts;
  readonly now: number;
  private readonly chunk: PeopleChunk;
  private readonly index: number;

  constructor(chunk: PeopleChunk, index: number, events: EventCounts, now: number) {
    this.chunk = chunk;
    this.index = index;
    this.events = events;
    this.now = now;
  }

  get kind(): UserKind {
    return this.chunk.kind;
  }
  get id(): string {
    return this.chunk.ids[this.index] ?? "";
  }
  get fields(): UserFields {
    return this.chunk.fields?.[this.index] ?? noFields;
  }
  get labels(): readonly string[] {
    return this.chunk.labels?.[this.index] ?? noLabels;
  }
  get platform(): string | null {
    return this.chunk.devices?.[this.index]?.platform ?? null;
  }
  get locale(): string | null {
    return this.chunk.devices?.[this.index]?.locale ?? null;
  }
  get timeZone(): string | null {
    return this.chunk.devices?.[this.index]?.timeZone ?? null;
  }
  get createdAt(): number | null {
    return this.chunk.created?.[this.index] ?? null;
  }
  get firstSeenAt(): number | null {
    return this.chunk.firstSeen?.[this.index] ?? null;
  }
  get lastSeenAt(): number | null {
    return this.chunk.lastSeen?.[this.index] ?? null;
  }
  get sessions(): number {
    return this.chunk.sessions?.[this.index] ?? 0;
  }
}

/** Event counts of the person whom a walk has reached. */
export interface CountsInTurn extends EventCounts {
  moveTo(kind: UserKind, id: string): void;
}

/** Each person of a chunk, while the counts are theirs. */
export function* personsOf(chunk: PeopleChunk, counts: CountsInTurn, now: number): Generator<ScannedPerson> {
  for (let index = 0; index < chunk.ids.length; index += 1) {
    const person = new ScannedPerson(chunk, index, counts, now);
    counts.moveTo(person.kind, person.id);
    yield person;
  }
}
